// Loop: the edges that are on form one closed loop.
#pragma once

#include <vector>

#include "blocks.hpp"
#include "graph.hpp"
#include "paths.hpp"
#include "structure.hpp"

namespace masume {

// Whether clauses, each ended by 0, say that every vertex is passed once or never and that some edge is on.
bool is_closed(const Graph &graph, const std::vector<Literal> &literals, const std::vector<Literal> &clauses);

// That vertices are passed once or never, and that some edge is on, has to be said elsewhere.
class Loop : public Structure {
public:
    Loop(Graph graph, std::vector<Literal> literals);
    Loop(const Loop &) = delete;  // its parts refer to its graph

    const std::vector<Literal> &literals() const override { return literals_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void settle(const Assignment &assignment) override;

private:
    void read(const Assignment &assignment);
    bool keep_open(Deductions &deductions);
    bool stay_in_block(Deductions &deductions);
    bool exclude(const Appendix &appendix, int from, Truth which, Deductions &deductions);

    Graph graph_;
    std::vector<Literal> literals_;  // per edge
    std::vector<Truth> truth_;
    Paths paths_;
    Blocks blocks_;
    std::vector<char> inside_;
    Clause clause_;
};

}  // namespace masume
