// Blocks: the maximal parts of a graph that no single vertex can split.  A loop passes each vertex at most once, so it
// stays within one block.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

// Edges outside the block of the base edge, and the vertices that the hinge alone connects to the rest.  Every edge has
// at least one end among these vertices.
struct Appendix {
    std::vector<int> edges;
    std::vector<Vertex> vertices;
    Vertex hinge = nowhere;  // nowhere if nothing connects them to the rest
};

class Blocks {
public:
    explicit Blocks(const Graph &graph);

    // Find everything outside the block of the base edge, which is on, with Tarjan's low-links.  Excluded edges do not
    // count as edges; `truth` has one entry per edge.
    void run(const std::vector<Truth> &truth, int base);

    const std::vector<Appendix> &appendices() const { return appendices_; }

private:
    void enter(Vertex vertex, int by);
    void pass(Vertex here, const Graph::Step &step);
    void leave(Vertex vertex, int base);
    void collect_unreached(const std::vector<Truth> &truth);

    const Graph *graph_;
    std::vector<int> first_;         // per vertex: its index in `order_`, -1 if it is not reached
    std::vector<int> low_;           // the earliest vertex next to a vertex or to one in its subtree
    std::vector<int> subtree_size_;  // with the vertex itself
    std::vector<int> entered_by_;    // the edge by which a vertex was reached
    std::vector<const Graph::Step *> next_;
    std::vector<char> passed_;  // per edge
    std::vector<Vertex> order_, path_;
    std::vector<int> unblocked_;  // passed edges that belong to no block yet
    std::vector<Appendix> appendices_;
};

}  // namespace masume
