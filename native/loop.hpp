// LoopPropagator: the edges that are on form one closed loop.
#pragma once

#include <vector>

#include "blocks.hpp"
#include "graph.hpp"
#include "paths.hpp"
#include "propagator.hpp"

namespace masume {

// Whether the clauses, each terminated by 0, state that every vertex has no edge or two, and that some edge is on.
bool is_closed_route(const Graph &graph, const std::vector<Literal> &literals, const std::vector<Literal> &clauses);

// Other constraints must ensure that every vertex has no edge or two, and that some edge is on.
class LoopPropagator : public Propagator {
public:
    LoopPropagator(Graph graph, std::vector<Literal> literals);
    LoopPropagator(const LoopPropagator &) = delete;  // members refer to its graph

    const std::vector<Literal> &literals() const override { return literals_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void simplify(const Assignment &assignment) override;

private:
    void read_truth(const Assignment &assignment);
    bool forbid_separate_loops(Deductions &deductions);
    bool exclude_other_blocks(Deductions &deductions);
    bool exclude(const Appendix &appendix, int base, Truth value, Deductions &deductions);

    Graph graph_;
    std::vector<Literal> literals_;  // per edge
    std::vector<Truth> truth_;       // per edge
    Paths paths_;
    Blocks blocks_;
    std::vector<char> inside_;
    Clause clause_;
};

}  // namespace masume
