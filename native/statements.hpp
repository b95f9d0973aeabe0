// Statements: what a program is stated to, a search or a line of reasoning.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "loop.hpp"
#include "structure.hpp"

namespace masume {

// If `when` is true, the weights of the true literals add up to `low` at least, `high` at most.
struct Count {
    std::vector<Literal> literals;
    std::vector<int> weights;  // all positive
    std::int64_t low, high;
    Literal when;
};

// If `when` is true, the true stretches at the beginnings of the rays have `low` to `high` literals together.
struct Sight {
    std::vector<std::vector<Literal>> rays;
    int low, high;
    Literal when;
};

// If `when` is true, the numbers differ and add up to `total`; `literals` has, number by number, one for each value.
struct Combination {
    std::vector<Literal> literals;
    int first, values, total;  // a number is one of so many values, from the first on
    Literal when;
};

// The true literals are just those of one of the rows, each a set in bits.
struct LiteralTable {
    using Row = std::uint64_t;
    std::vector<Literal> literals;  // no more than a row has bits
    std::vector<Row> rows;
};

// Whether what a structure finds are cuts, each of which is a reason of its own: told by their boundary, those literals of
// its own of which one at least would have to be true, or by everything they speak of.
enum class Cuts { none, by_boundary, whole };

class Statements {
public:
    virtual ~Statements() = default;
    // Room for clauses, each ended by 0, to be filled in at once.
    virtual Literal *add_clauses(std::size_t size) = 0;
    virtual void add_count(Count count) = 0;
    // A structure that holds if its guard is true (0: always), and how long it waits at most between two looks.
    virtual void add_structure(std::unique_ptr<Structure> structure, Cuts cuts, Literal guard, int longest) = 0;
    virtual void prefer(const std::vector<Literal> &) {}
    // A route that is one closed loop.
    virtual void add_loop(Graph graph, std::vector<Literal> literals, Literal guard, int longest) {
        add_structure(std::make_unique<Loop>(std::move(graph), std::move(literals)), Cuts::by_boundary, guard, longest);
    }
    // Only where there are reasons to keep: whose rule what follows is (0: nobody's), and words that say more than clauses.
    virtual void belong_to(int) { refuse(); }
    virtual void add_sight(Sight) { refuse(); }
    virtual void add_combination(Combination) { refuse(); }
    virtual void add_choices(LiteralTable) { refuse(); }

    void add_clause(const Clause &clause) { *std::copy(clause.begin(), clause.end(), add_clauses(clause.size() + 1)) = 0; }

private:
    [[noreturn]] static void refuse() { throw std::runtime_error("a program has a statement that a search does not know"); }
};

}  // namespace masume
