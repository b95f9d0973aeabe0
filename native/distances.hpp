// Distances: how many open vertices have to be switched on to connect a vertex to a root.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

class Distances {
public:
    explicit Distances(const Graph &graph) : graph_(&graph), distance_(graph.size(), far) {}

    // Measure from a root up to a limit: the root and vertices that are on cost 0, open vertices cost 1.  Excluded
    // vertices also cost 1 if `through_excluded` is true; otherwise no path leads through them.
    void run(const std::vector<Truth> &truth, Vertex root, int limit, bool through_excluded = false);

    static constexpr int far = -1;
    int to(Vertex vertex) const { return distance_[vertex]; }      // `far` if it is above the limit
    const std::vector<Vertex> &within() const { return within_; }  // the vertices within the limit, nearest first
    const std::vector<Vertex> &beyond() const { return beyond_; }  // those that cost one more; may repeat

private:
    const Graph *graph_;
    std::vector<int> distance_;
    std::vector<Vertex> within_, queue_, beyond_;
};

}  // namespace masume
