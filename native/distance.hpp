// Distance: how many open vertices at least have to be added to join a vertex to a root.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

class Distance {
public:
    explicit Distance(const Graph &graph) : graph_(graph), distance_(graph.size()) {}

    // Measure from a root, which costs nothing; vertices that are on cost nothing, open ones 1, excluded ones bar the
    // way.  Nothing farther than `most` is looked for.
    void run(const std::vector<Truth> &truth, Vertex root, int most);

    bool within(Vertex vertex) const { return distance_[vertex] >= 0; }
    const std::vector<Vertex> &order() const { return order_; }  // all that is within

private:
    const Graph &graph_;
    std::vector<int> distance_;  // -1 if it is farther than asked for
    std::vector<Vertex> order_, ring_, beyond_;
};

}  // namespace masume
