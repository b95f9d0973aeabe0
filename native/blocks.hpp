// Blocks: the parts of a graph that no single vertex holds together; a loop through an edge stays in that edge's block.
#pragma once

#include <vector>

#include "graph.hpp"
#include "truth.hpp"

namespace masume {

// Edges outside the block of the first edge, and the vertices that hang on the rest by one vertex, the hinge, or not at
// all (then the hinge is nowhere).  Every edge has one end among these vertices at least.
struct Appendix {
    std::vector<int> edges;
    std::vector<Vertex> vertices;
    Vertex hinge = nowhere;
};

class Blocks {
public:
    explicit Blocks(const Graph &graph);

    // Divide the edges that are not excluded, as seen from an edge; `truth` has one entry per edge.
    void run(const std::vector<Truth> &truth, int from);

    const std::vector<Appendix> &appendices() const { return appendices_; }

private:
    void enter(Vertex vertex, int by);
    void pass(Vertex here, const Graph::Step &step);
    void leave(Vertex vertex, int from);
    void gather_unreached(const std::vector<Truth> &truth);

    const Graph *graph_;
    std::vector<int> first_, low_, below_, entered_by_;
    std::vector<const Graph::Step *> next_;
    std::vector<char> passed_;  // per edge
    std::vector<Vertex> order_, path_;
    std::vector<int> open_edges_;  // passed, but not in a block yet
    std::vector<Appendix> appendices_;
};

}  // namespace masume
