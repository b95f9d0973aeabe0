// ConstraintStore: what the constraints of a program are added to, a solver or a reasoner; and the constraints.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "loop.hpp"
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
    std::vector<Literal> literals;  // integer by integer, one for each value
    int first_value, value_count, total;
    Literal when;
};

// The true literals are exactly those of one of the rows.
struct LiteralTable {
    using Row = std::uint64_t;      // a set of literals: bit i stands for the i-th one
    std::vector<Literal> literals;  // no more than a row has bits
    std::vector<Row> rows;
};

// How a reasoner identifies the cuts of a propagator, each of which is a reason of its own: there are none; by their
// boundary, which consists of the propagator's own literals; or by all variables of the clause.
enum class Cuts { none, by_boundary, by_all_variables };

class ConstraintStore {
public:
    virtual ~ConstraintStore() = default;
    // Return room for clauses, each terminated by 0, which the caller has to fill in at once.
    virtual Literal *add_clauses(std::size_t size) = 0;
    virtual void add_count(Count count) = 0;
    // Add a propagator that holds if its guard is true (0: always), and the longest pause between two runs of it.
    virtual void add_propagator(std::unique_ptr<Propagator> propagator, Cuts cuts, Literal guard, int longest_pause) = 0;
    virtual void prefer(const std::vector<Literal> &) {}
    // Add a route that is one closed loop.
    virtual void add_loop(Graph graph, std::vector<Literal> literals, Literal guard, int longest_pause) {
        add_propagator(std::make_unique<LoopPropagator>(std::move(graph), std::move(literals)), Cuts::by_boundary, guard,
                       longest_pause);
    }
    // For reasoners only: the rule instance that the following constraints belong to (0: bookkeeping), and constraints
    // that a solver gets as clauses.
    virtual void set_owner(int) { refuse(); }
    virtual void add_visibility(Visibility) { refuse(); }
    virtual void add_sum(Sum) { refuse(); }
    virtual void add_literal_table(LiteralTable) { refuse(); }

    void add_clause(const Clause &clause) { *std::copy(clause.begin(), clause.end(), add_clauses(clause.size() + 1)) = 0; }

private:
    [[noreturn]] static void refuse() { throw std::runtime_error("the program has a constraint that solvers do not support"); }
};

}  // namespace masume
