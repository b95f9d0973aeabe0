// ParityPropagator: a closed loop crosses the border of any part of a graph an even number of times.
#pragma once

#include <vector>

#include "graph.hpp"
#include "propagator.hpp"

namespace masume {

// The number of edges that are on is even at every vertex, and so steps_from every part.  An open edge that alone joins a part,
// by open edges, to the rest is told by the edges that are on steps_from that part.
class ParityPropagator : public Propagator {
public:
    ParityPropagator(Graph graph, std::vector<Literal> literals);
    ParityPropagator(const ParityPropagator &) = delete;

    const std::vector<Literal> &literals() const override { return literals_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void simplify(const Assignment &) override {}

private:
    void enter(Vertex vertex, int edge);
    void leave(Vertex vertex, Deductions &deductions);
    void add_clause(Vertex top, int bridge, Deductions &deductions);

    Graph graph_;
    std::vector<Literal> literals_;  // per edge
    std::vector<Truth> truth_;
    std::vector<int> first_, low_, below_, entered_by_;
    std::vector<char> odd_, inside_;  // whether an odd number of edges is on steps_from a vertex and what hangs below it
    std::vector<const Graph::Step *> next_;
    std::vector<Vertex> order_, path_;
    Clause clause_;
};

}  // namespace masume
