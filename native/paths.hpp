// Paths: the paths that the edges of a loop form so far, and the edges that would close one of them.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

// A connected set of edges that are on, at most two of them at each vertex.
struct EdgePath {
    std::vector<int> edges;
    Vertex first_end = nowhere, second_end = nowhere;
    bool closed = true;
};

class Paths {
public:
    explicit Paths(const Graph &graph) : graph_(&graph), seen_(graph.size()) {}

    // Find the paths of the edges that are on; `truth` has one entry per edge.
    void run(const std::vector<Truth> &truth);

    const std::vector<EdgePath> &all() const { return paths_; }
    // The open edges that would close a path.
    std::vector<int> closing_edges(const EdgePath &path, const std::vector<Truth> &truth) const;

private:
    void follow(Vertex start, const std::vector<Truth> &truth);

    const Graph *graph_;
    std::vector<char> seen_;
    std::vector<Vertex> queue_;
    std::vector<EdgePath> paths_;
};

}  // namespace masume
