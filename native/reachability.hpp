// Reachability: which vertices a root reaches over vertices that are not excluded, and which open vertices it needs for
// that.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

// An open vertex through which every path from the root to the witness leads; the witness must be reached.
struct Bottleneck {
    Vertex vertex, below, witness;  // `below` is the first vertex behind it
};

class Reachability {
public:
    explicit Reachability(const Graph &graph);

    // One depth-first search with Tarjan's low-links.  Vertices that are on and needed must be reached.
    void run(const std::vector<Truth> &truth, const std::vector<char> &needed, Vertex root);

    bool reached(Vertex vertex) const { return first_[vertex] >= 0; }
    // The reached vertices in preorder: the subtree of a vertex follows it directly.
    const std::vector<Vertex> &order() const { return order_; }
    const std::vector<Bottleneck> &bottlenecks() const { return bottlenecks_; }
    // The vertices that the root reaches only through a bottleneck, from `below` on.
    std::vector<Vertex> cut_off(const Bottleneck &bottleneck) const;

private:
    void enter(Vertex vertex, Vertex parent, bool is_witness);
    void leave(Vertex vertex, Vertex root, const std::vector<Truth> &truth);

    const Graph *graph_;
    std::vector<int> first_;         // per vertex: its index in `order_`, -1 if it is not reached
    std::vector<int> low_;           // low-link: the lowest index next to a vertex or to one in its subtree
    std::vector<int> subtree_size_;  // with the vertex itself
    std::vector<Vertex> parent_;
    std::vector<Vertex> witness_;  // a vertex of the subtree that must be reached, or nowhere
    std::vector<const Graph::Step *> next_;  // the next step to try
    std::vector<Vertex> order_, path_;
    std::vector<Bottleneck> bottlenecks_;
};

}  // namespace masume
