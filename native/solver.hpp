// Solver: searches for assignments that satisfy the constraints of a model, any number of times.
#pragma once

#include <cstdint>
#include <vector>

#include "constraint_store.hpp"

namespace masume {

enum class Verdict { unsolvable = 0, solved = 1, stopped = 2, undecided = 3 };

struct Statistics {
    std::int64_t choices = 0, conflicts = 0;
    std::int64_t propagator_runs = 0;
    std::int64_t deductions = 0;  // clauses that propagators found
};

class Solver : public ConstraintStore {
public:
    // Increase the number of variables, which are numbered from 1.
    virtual void grow(int variables) = 0;

    // Search under assumptions.  Any thread can stop the search with `interrupt`.  After this number of conflicts (-1:
    // no limit) it ends undecided; the next search uses what it has learned.
    virtual Verdict solve(const std::vector<Literal> &assumptions, int conflicts) = 0;
    virtual void interrupt() = 0;

    // After `solved`: per variable, whether it is true.
    const std::vector<char> &values() const { return values_; }
    // After `unsolvable`: assumptions that cannot hold together.
    const std::vector<Literal> &core() const { return core_; }
    const Statistics &statistics() const { return statistics_; }

protected:
    std::vector<char> values_;
    std::vector<Literal> core_;
    Statistics statistics_;
};

}  // namespace masume
