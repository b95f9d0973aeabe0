// Crossings: a closed loop goes out of any part of a graph as often as it comes in.
#pragma once

#include <vector>

#include "graph.hpp"
#include "structure.hpp"

namespace masume {

// The number of edges that are on is even at every vertex, and so around every part.  An open edge that alone joins a part,
// by open edges, to the rest is told by the edges that are on around that part.
class Crossings : public Structure {
public:
    Crossings(Graph graph, std::vector<Literal> literals);
    Crossings(const Crossings &) = delete;

    const std::vector<Literal> &literals() const override { return literals_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void settle(const Assignment &) override {}

private:
    void enter(Vertex vertex, int by);
    void leave(Vertex vertex, Deductions &deductions);
    void say(Vertex top, int bridge, Deductions &deductions);

    Graph graph_;
    std::vector<Literal> literals_;  // per edge
    std::vector<Truth> truth_;
    std::vector<int> first_, low_, below_, entered_by_;
    std::vector<char> odd_, inside_;  // whether an odd number of edges is on around a vertex and what hangs below it
    std::vector<const Graph::Step *> next_;
    std::vector<Vertex> order_, path_;
    Clause clause_;
};

}  // namespace masume
