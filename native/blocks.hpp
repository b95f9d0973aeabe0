// Blocks: the maximal parts of a graph that no single vertex can split.  A loop passes each vertex at most once, so it
// stays within one block.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

// A part of the graph outside the block of the base edge.  Only the hinge connects its vertices to the rest of the
// graph.  Each of the edges has at least one end among the vertices.
struct Appendix {
    std::vector<int> edges;
    std::vector<Vertex> vertices;
    Vertex hinge = nowhere;  // nowhere: they are not connected to the rest
};

class Blocks {
public:
    explicit Blocks(const Graph &graph);

    // Find all edges outside the block of the base edge, which must be on, with Tarjan's low-links.  Excluded edges are
    // ignored; `truth` has one entry per edge.
    void run(const std::vector<Truth> &truth, int base);

    const std::vector<Appendix> &appendices() const { return appendices_; }

private:
    void enter(Vertex vertex, int entry_edge);
    void pass(Vertex here, const Graph::Step &step);
    void leave(Vertex vertex, int base);
    void collect_unreached(const std::vector<Truth> &truth);

    const Graph *graph_;
    std::vector<int> first_;         // per vertex: its index in `order_`, -1 if it is not reached
    std::vector<int> low_;           // low-link: the lowest index next to a vertex or to one in its subtree
    std::vector<int> subtree_size_;  // with the vertex itself
    std::vector<int> entry_edge_;    // the edge by which a vertex was reached, -1 for the start
    std::vector<const Graph::Step *> next_;  // the next step to try
    std::vector<char> passed_;  // per edge
    std::vector<Vertex> order_, path_;
    std::vector<int> pending_edges_;  // passed edges whose block is not complete yet
    std::vector<Appendix> appendices_;
};

}  // namespace masume
