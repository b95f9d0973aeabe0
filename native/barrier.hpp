// Barrier: the excluded vertices that separate a part of a graph from a root.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

class Barrier {
public:
    explicit Barrier(const Graph &graph) : graph_(&graph), mark_(graph.size(), 0) {}

    // The vertices that separate a part from the root: the nearest ones, as seen from the root.  All vertices beside
    // the part, except the gate, are excluded.  Of these, the result has those that the root could reach without
    // passing another one, even if no other vertex were excluded.  The rest lie behind them; a reason without them is
    // short.
    const std::vector<Vertex> &find(Vertex root, const std::vector<Vertex> &part, Vertex gate = nowhere);

private:
    bool mark(Vertex vertex, int stamp);  // raise a mark to the stamp; returns whether it was lower

    const Graph *graph_;
    std::vector<int> mark_;  // increasing stamps, so that nothing has to be cleared
    int stamp_ = 0;
    std::vector<Vertex> barrier_, queue_;
};

}  // namespace masume
