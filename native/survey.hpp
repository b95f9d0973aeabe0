// Survey: what a root can reach over vertices that are not excluded, and which open vertices it cannot do without.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

// An open vertex without which a wanted vertex, the witness, is out of the root's reach.
struct Bottleneck {
    Vertex vertex, below, witness;  // what it cuts off begins with `below`
};

class Survey {
public:
    explicit Survey(const Graph &graph);

    // One depth-first pass with Tarjan's low-links; wanted are the vertices that are `yes` and needed.
    void run(const std::vector<Truth> &truth, const std::vector<char> &needed, Vertex root);

    bool reached(Vertex vertex) const { return first_[vertex] >= 0; }
    // The reached vertices; those that hang below a vertex follow it at once.
    const std::vector<Vertex> &order() const { return order_; }
    const std::vector<Bottleneck> &bottlenecks() const { return bottlenecks_; }
    // The vertices that a bottleneck cuts off.
    std::vector<Vertex> cut_off(const Bottleneck &bottleneck) const;

private:
    void enter(Vertex vertex, Vertex parent, bool wanted);
    void leave(Vertex vertex, Vertex root, const std::vector<Truth> &truth);

    const Graph *graph_;
    std::vector<int> first_;  // when a vertex was reached, -1 if it was not
    std::vector<int> low_;    // the earliest vertex that a vertex or what hangs below it is beside
    std::vector<int> below_;  // how many vertices hang below a vertex, itself among them
    std::vector<Vertex> parent_, witness_;
    std::vector<const Graph::Step *> next_;
    std::vector<Vertex> order_, path_;
    std::vector<Bottleneck> bottlenecks_;
};

}  // namespace masume
