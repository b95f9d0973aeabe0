// ConstraintStore: the interface through which a program adds its constraints to a solver or a reasoner; and the
// constraints.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "propagator.hpp"

namespace masume {

// If `when` is true, the weights of the true literals add up to at least `low` and at most `high`.
struct Count {
    std::vector<Literal> literals;
    std::vector<int> weights;  // all positive
    std::int64_t low, high;
    Literal when;
};

// If `when` is true, the true prefixes of the rays have `low` to `high` literals in total.
struct Visibility {
    std::vector<std::vector<Literal>> rays;
    int low, high;
    Literal when;
};

// If `when` is true, the integers are all different and add up to `total`.
struct Sum {
    std::vector<Literal> literals;  // one for each value of the first integer, then of the second, and so on
    int first_value, value_count, total;
    Literal when;
};

// The true literals are exactly those of one of the rows.
struct LiteralTable {
    using Row = std::uint64_t;      // a set of literals: bit i stands for the i-th one
    std::vector<Literal> literals;  // at most as many as a row has bits
    std::vector<Row> rows;
};

// Which clauses of a propagator are the same cut for a reasoner, for which each cut is a separate reason.
enum class Cuts {
    none,             // its clauses are no cuts
    by_boundary,      // those with the same boundary: the literals of the propagator, not negated
    by_all_variables  // those with the same variables
};

// Where a constraint comes from: a statement of the model, by its id, and the number of the constraint in the statement.
// The owner is the number of its rule instance, counted from 1, or 0 for bookkeeping.
struct Origin {
    int statement = -1, constraint = 0;  // -1: it belongs to no single statement
    int owner = 0;
};

class ConstraintStore {
public:
    virtual ~ConstraintStore() = default;
    // Return an array of this size, which the caller has to fill with clauses, each terminated by 0, before any other call.
    virtual Literal *add_clauses(std::size_t size) = 0;
    virtual void add_count(Count count) = 0;
    // Add a propagator for a constraint that holds if the guard is true (0: always).  A solver may skip up to
    // `longest_pause` runs of it in a row, times the solver's pause factor.
    virtual void add_propagator(std::unique_ptr<Propagator> propagator, Cuts cuts, Literal guard, int longest_pause) = 0;
    // Let a search try these literals true first.
    virtual void prefer(const std::vector<Literal> &) {}
    // For reasoners only: where the constraints added from now on come from, and constraints that a solver gets as clauses.
    virtual void set_origin(const Origin &) { refuse(); }
    virtual void add_visibility(Visibility) { refuse(); }
    virtual void add_sum(Sum) { refuse(); }
    virtual void add_literal_table(LiteralTable) { refuse(); }

    void add_clause(const Clause &clause) { *std::copy(clause.begin(), clause.end(), add_clauses(clause.size() + 1)) = 0; }

private:
    [[noreturn]] static void refuse() { throw std::runtime_error("the program has a constraint that solvers do not support"); }
};

}  // namespace masume
