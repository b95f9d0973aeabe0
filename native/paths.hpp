// Paths: the pieces that edges which are on make, and the edges that would close one of them.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

// A piece of edges that are on, no three of them at one vertex.
struct Path {
    std::vector<int> edges;
    Vertex one = nowhere, other = nowhere;  // its ends
    bool closed = true;
};

class Paths {
public:
    explicit Paths(const Graph &graph) : graph_(&graph), seen_(graph.size()) {}

    // Follow the edges that are on; `truth` has one entry per edge.
    void run(const std::vector<Truth> &truth);

    const std::vector<Path> &all() const { return paths_; }
    // The open edges that would close a path.
    std::vector<int> closing(const Path &path, const std::vector<Truth> &truth) const;

private:
    void follow(Vertex start, const std::vector<Truth> &truth);

    const Graph *graph_;
    std::vector<char> seen_;
    std::vector<Vertex> queue_;
    std::vector<Path> paths_;
};

}  // namespace masume
