// Propagator of sums: integers that are all different and add up to a total.  It goes through all combinations.
#pragma once

#include <cstdint>
#include <vector>

#include "bounds.hpp"

namespace masume {

class SumPropagator : public Propagator {
public:
    SumPropagator(Sum sum, const Ranks &ranks);

    const std::vector<Literal> &literals() const override { return all_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void simplify(const Assignment &) override {}

private:
    using Values = std::uint32_t;  // a set of values: bit i stands for the i-th one

    // Find, per integer, the values that it has in some combination of allowed values; return whether there is a
    // combination.
    bool find_possible(const std::vector<Values> &allowed, std::vector<Values> &possible);
    // Add a clause that explains why an integer (by its index) cannot have a value, or, for the index `size_`, why there
    // is no combination.  Excluded values that are not needed are left out, those excluded last first.
    void add_clause(const Assignment &assignment, std::size_t integer, Values value, Deductions &deductions);

    Sum sum_;
    std::vector<Literal> all_;  // those of the integers and the condition
    const Ranks &ranks_;
    std::size_t size_;                            // the number of integers
    std::vector<char> has_total_;                 // per set of values: whether it has the right size and total
    std::vector<std::vector<Values>> prefixes_;   // for n = 0, 1, …: the sets of values that the first n integers can have
    std::vector<std::vector<char>> is_prefix_;    // the same, per set
    std::vector<std::vector<char>> completable_;  // per set: whether the other integers can complete it
    std::vector<Values> allowed_, possible_;
    Clause clause_;
};

}  // namespace masume
