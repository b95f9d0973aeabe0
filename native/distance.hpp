// Distance: how many open vertices at least have to be added to join a vertex to a root.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

class Distance {
public:
    explicit Distance(const Graph &graph) : graph_(&graph), distance_(graph.size(), far) {}

    // Measure from a root, which costs nothing, as far as `most`: vertices that are on cost nothing either, others 1.
    // Excluded ones bar the way, unless they are to be taken for open.
    void run(const std::vector<Truth> &truth, Vertex root, int most, bool over_excluded = false);

    static constexpr int far = -1;
    int to(Vertex vertex) const { return distance_[vertex]; }      // `far` if it is farther than asked for
    const std::vector<Vertex> &within() const { return within_; }  // all that is not far, nearest first
    // What is just one too far; some more than once.
    const std::vector<Vertex> &beyond() const { return beyond_; }

private:
    const Graph *graph_;
    std::vector<int> distance_;
    std::vector<Vertex> within_, ring_, beyond_;
};

}  // namespace masume
