// Propagators of constraints with a lower and an upper bound: counts and visibility.
//
// Of several clauses that explain the same inference, they choose one whose literals were decided early: these have few
// reasons behind them.  explaining/reasoning/local_constraints.py finds the same clauses, literal for literal.
#pragma once

#include <vector>

#include "constraint_store.hpp"

namespace masume {

// The order in which literals were decided.
class Ranks {
public:
    virtual ~Ranks() = default;
    virtual int rank(Literal literal) const = 0;  // of a decided literal: the later, the higher; 0 for facts
};

class CountPropagator : public Propagator {
public:
    CountPropagator(Count count, const Ranks &ranks);

    const std::vector<Literal> &literals() const override { return all_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void simplify(const Assignment &) override {}

private:
    struct WeightedLiteral {
        Literal literal;
        int weight;
    };
    void deduce_from_bound(const Assignment &assignment, bool upper, Deductions &deductions);
    void add_clause(Literal last, std::int64_t needed_weight, Deductions &deductions);

    Count count_;
    std::vector<Literal> all_;  // those that it counts and the condition
    const Ranks &ranks_;
    std::int64_t total_ = 0;
    std::vector<WeightedLiteral> decided_, open_;
    Clause clause_;
};

class VisibilityPropagator : public Propagator {
public:
    VisibilityPropagator(Visibility visibility, const Ranks &ranks);

    const std::vector<Literal> &literals() const override { return all_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void simplify(const Assignment &) override {}

private:
    void see_at_most(const Assignment &assignment, Deductions &deductions);
    void see_at_least(const Assignment &assignment, Deductions &deductions);
    void add_visible_clause(std::vector<int> lengths, int surplus, std::size_t ray, int open, Deductions &deductions);
    void add_blocked_clause(const std::vector<int> &lengths, int slack, std::size_t except_ray, Literal last,
                            Deductions &deductions);

    Visibility visibility_;
    std::vector<Literal> all_;  // those of the rays and the condition
    const Ranks &ranks_;
    Clause clause_;
};

}  // namespace masume
