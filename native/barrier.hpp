// Barrier: which excluded vertices keep a part of a graph away from a root.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

class Barrier {
public:
    explicit Barrier(const Graph &graph) : graph_(&graph), mark_(graph.size(), 0) {}

    // The excluded vertices beside the part that the root could come to if all other excluded vertices were open: no
    // others matter, and so a reason made of them is short.  All vertices beside the part but `gate` are excluded.
    const std::vector<Vertex> &between(Vertex root, const std::vector<Vertex> &part, Vertex gate = nowhere);

private:
    bool mark(Vertex vertex, int stamp);  // whether it was not marked so before

    const Graph *graph_;
    std::vector<int> mark_;  // stamps, so that nothing has to be cleared
    int stamp_ = 0;
    std::vector<Vertex> barrier_, queue_;
};

}  // namespace masume
