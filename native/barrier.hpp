// Barrier: the excluded vertices that separate a part of a graph from a root.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

class Barrier {
public:
    explicit Barrier(const Graph &graph) : graph_(&graph), mark_(graph.size(), 0) {}

    // Return the vertices that separate a part from the root, as few as a short reason needs.  The neighbours of the
    // part must be excluded, except for the gate: the only vertex through which the root reaches the part (`nowhere`:
    // it does not reach it).  The result has the neighbours that the root would reach first if no other vertex were
    // excluded; it would reach the other neighbours only through these.
    const std::vector<Vertex> &find(Vertex root, const std::vector<Vertex> &part, Vertex gate = nowhere);

private:
    bool mark(Vertex vertex, int stamp);  // set a mark if it is lower than the stamp; returns whether it was

    const Graph *graph_;
    std::vector<int> mark_;  // increasing stamps, so that nothing has to be cleared
    int stamp_ = 0;
    std::vector<Vertex> barrier_, queue_;
};

}  // namespace masume
