// Refutations of the reasoner against brute force on random small programs.
//
// Every proof goes from the facts and assumptions by one clause after the other to a contradiction; what it names, with what
// belongs to nobody, is indeed contradictory, and it is counted right.  What propagation refutes is refuted.  No refutation
// leaves a trace.
#include <algorithm>
#include <bitset>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "connected.hpp"
#include "laws.hpp"
#include "reasoner.hpp"

using namespace masume;

namespace {

constexpr int variables = 9, last_owner = 6, any_limit = 32;
using Worlds = WorldsOf<variables>;

Worlds where(const std::function<bool(World)> &holds) { return worlds_where<variables>(holds); }
const Worlds &where(Literal literal) { return worlds_where<variables>(literal); }

Worlds where_any(const Clause &clause) {
    Worlds found;
    for (const Literal literal : clause) found |= where(literal);
    return found;
}

Worlds where_all(const std::vector<Literal> &literals) {
    Worlds found = ~Worlds();
    for (const Literal literal : literals) found &= where(literal);
    return found;
}

std::vector<Literal> both(std::vector<Literal> one, const std::vector<Literal> &other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

struct Statement {
    int owner;
    Worlds worlds;      // where it holds
    Clause clause;      // if it is one
    int structure;      // its number, -1 for a clause
    bool cuts;          // whether each of its cuts counts by itself
    bool is_exhausted;  // whether propagation leaves nothing of it unsaid
};

// A random program, and what its statements mean; most have a solution.
class Draft {
public:
    explicit Draft(RandomSource &lot) : lot_(lot), solution_(lot.below(1 << variables) | 1), has_solution_(!lot.one_in(10)) {
        for (int number = 5 + lot.below(25); number > 0; --number) {
            owner_ = lot.one_in(6) ? 0 : 1 + lot.below(last_owner);
            reasoner.set_owner(owner_);
            switch (lot.below(12)) {
                case 0: draw_count(); break;
                case 1: draw_choices(); break;
                case 2: draw_connection(); break;
                case 3: draw_loop(); break;
                default: draw_clauses();
            }
        }
    }

    // Some literals, true in the solution if there is one.
    std::vector<Literal> facts() {
        std::vector<Literal> drawn;
        for (int number = lot_.below(3); number > 0; --number) {
            const Literal variable = 2 + lot_.below(variables - 1);
            drawn.push_back((has_solution_ ? true_in(solution_, variable) : lot_.one_in(2)) ? variable : -variable);
        }
        return drawn;
    }

    Reasoner reasoner{variables};
    std::vector<Statement> statements;

private:
    std::vector<Literal> literals(int number) {
        std::vector<Literal> drawn(variables);
        std::iota(drawn.begin(), drawn.end(), 1);
        for (int next = 0; next < variables; ++next) std::swap(drawn[next], drawn[next + lot_.below(variables - next)]);
        drawn.resize(number);
        for (Literal &literal : drawn)
            if (lot_.one_in(3)) literal = -literal;
        return drawn;
    }

    void draw_clauses() {
        Clause run;
        for (int number = 1 + lot_.below(4); number > 0; --number) {
            const Clause clause = literals(lot_.one_in(50) ? 0 : lot_.one_in(20) ? 1 : lot_.one_in(3) ? 2 : 3);
            if (!is_welcome(where_any(clause))) continue;
            run = both(both(run, clause), {0});
            statements.push_back({owner_, where_any(clause), clause, -1, false, true});
        }
        std::copy(run.begin(), run.end(), reasoner.add_clauses(run.size()));
    }

    bool is_welcome(const Worlds &worlds) const { return !has_solution_ || worlds[solution_]; }

    // Says whether to state it, too.
    bool describe(const Worlds &worlds, bool cuts, bool is_exhausted) {
        if (!is_welcome(worlds)) return false;
        statements.push_back({owner_, worlds, {}, propagators_++, cuts && owner_ != 0, is_exhausted});
        return true;
    }

    void draw_count() {
        const int size = 2 + lot_.below(5), low = lot_.below(size), high = low + lot_.below(size - low + 1);
        const Literal when = lot_.one_in(2) ? 1 : -2 - lot_.below(variables - 1);
        Count count{literals(size), std::vector<int>(size, 1), low, high, when};
        const auto concerns = [=](Literal literal) { return std::abs(literal) == std::abs(when); };
        const Worlds holds = where([&](World world) {
            int found = 0;
            for (const Literal literal : count.literals) found += true_in(world, literal);
            return !true_in(world, when) || (found >= low && found <= high);
        });
        const bool is_apart = std::none_of(count.literals.begin(), count.literals.end(), concerns);
        if (describe(holds, false, is_apart)) reasoner.add_count(std::move(count));
    }

    void draw_choices() {
        LiteralTable choices{literals(2 + lot_.below(4)), {}};
        const int size = static_cast<int>(choices.literals.size());
        for (int rows = 1 + lot_.below(5); rows > 0; --rows) choices.rows.push_back(lot_.below(1 << size));
        const Worlds holds = where([&](World world) {
            LiteralTable::Row chosen = 0;
            for (int index = 0; index < size; ++index)
                if (true_in(world, choices.literals[index])) chosen |= LiteralTable::Row{1} << index;
            return std::find(choices.rows.begin(), choices.rows.end(), chosen) != choices.rows.end();
        });
        if (describe(holds, false, true)) reasoner.add_literal_table(std::move(choices));
    }

    // Every vertex is passed once or never, and all edges that are on hang together.
    static bool closed(const Graph &graph, const std::vector<Literal> &on, World world) {
        std::vector<int> degree(graph.size(), 0);
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            degree[graph.edge(edge).a] += true_in(world, on[edge]);
            degree[graph.edge(edge).b] += true_in(world, on[edge]);
        }
        const auto touched = [&](Vertex vertex) { return degree[vertex] > 0; };
        return std::all_of(degree.begin(), degree.end(), [](int each) { return each == 0 || each == 2; }) &&
               std::count(degree.begin(), degree.end(), 2) > 0 &&
               together(graph, touched, [&](int edge) { return true_in(world, on[edge]); });
    }

    void draw_connection() {
        const int size = 3 + lot_.below(5);
        const std::vector<Edge> edges = lot_.edges(size, 10);
        const std::vector<Literal> on = literals(size);
        const Graph graph(size, edges);
        const Worlds joined = where([&](World world) {
            return together(graph, [&](Vertex vertex) { return true_in(world, on[vertex]); }, [](int) { return true; });
        });
        if (!describe(joined, true, false)) return;
        VertexGraph web = graph_of_vertices(size, edges, on.data(), nullptr);
        reasoner.add_propagator(std::make_unique<ConnectedPropagator>(std::move(web)), Cuts::by_boundary, 0, 0);
    }

    void draw_loop() {  // two structures, both of which rest on all that a closed loop is
        const int size = 3 + lot_.below(3);
        const Graph graph(size, lot_.edges(size, variables));
        const std::vector<Literal> on = literals(graph.edge_count());
        const Worlds holds = where([&](World world) { return closed(graph, on, world); });
        if (describe(holds, true, false) && describe(holds, true, false)) reasoner.add_loop(graph, on, 0, 0);
    }

    RandomSource &lot_;
    World solution_;
    bool has_solution_;
    int owner_ = 0, propagators_ = 0;
};

struct Inference {
    Literal literal;
    int instance, cut, structure;
    Clause clause;
};

std::vector<Inference> inferences(const std::vector<int> &proof) {
    std::vector<Inference> found;
    for (auto next = proof.begin(); next != proof.end();) {
        const auto clause = next + 5;
        found.push_back({next[0], next[1], next[2], next[3], {clause, clause + next[4]}});
        next = found.back().clause.size() + clause;
    }
    return found;
}

// The clause belongs to whom it is said to belong to, and says no more than that.
void is_founded(const Inference &inference, const std::vector<Statement> &statements) {
    EXPECT(std::any_of(statements.begin(), statements.end(), [&](const Statement &statement) {
        if (statement.owner != inference.instance || statement.structure != inference.structure) return false;
        if (statement.cuts != (inference.cut != 0)) return false;
        return statement.structure < 0 ? statement.clause == inference.clause
                                       : (statement.worlds & ~where_any(inference.clause)).none();
    }));
}

// From what is given, a proof comes to a contradiction by one clause after the other.
void is_a_refutation(const std::vector<Inference> &proof, const std::vector<Literal> &given,
                     const std::vector<Statement> &statements) {
    EXPECT(!proof.empty());
    std::set<Literal> known(given.begin(), given.end());
    for (const Inference &inference : proof) {
        EXPECT((inference.literal == 0) == (&inference == &proof.back()));
        const Clause &clause = inference.clause;
        const bool clash = clause.empty() && inference.literal == 0 && inference.instance == 0 && where_all(given).none();
        if (!clash) is_founded(inference, statements);
        for (const Literal literal : clause) EXPECT(literal == inference.literal || known.count(-literal) > 0);
        EXPECT(inference.literal == 0 || std::count(clause.begin(), clause.end(), inference.literal) > 0);
        known.insert(inference.literal);
    }
}

// The instances, and the cuts of which structure.
std::set<std::pair<int, int>> reasons(const std::vector<Inference> &proof) {
    std::set<std::pair<int, int>> found;
    for (const auto &[literal, instance, cut, structure, clause] : proof)
        if (instance != 0) found.insert(cut == 0 ? std::pair(instance, 0) : std::pair(structure, cut));
    return found;
}

// What is given cannot be, even if nothing is said but by nobody and by what the proof names.
void is_contradictory(const std::vector<Inference> &proof, const std::vector<Literal> &given,
                      const std::vector<Statement> &statements) {
    std::set<int> named{0};
    Worlds left = where_all(given);
    for (const Inference &inference : proof) {
        if (inference.cut == 0)
            named.insert(inference.instance);
        else
            left &= where_any(inference.clause);
    }
    for (const Statement &statement : statements)
        if (named.count(statement.owner) > 0 && !statement.cuts) left &= statement.worlds;
    EXPECT(left.none());
}

// What a run of the reasoner begins with.
struct Beginning {
    std::vector<Literal> facts;
    std::vector<int> instances;  // none: all

    bool uses(int instance) const {
        return instance == 0 || instances.empty() || std::count(instances.begin(), instances.end(), instance) > 0;
    }
};

void is_proved(const std::vector<Inference> &proof, const Draft &draft, const Beginning &beginning,
               const std::vector<Literal> &assumptions) {
    const std::vector<Literal> given = both(both({1}, beginning.facts), assumptions);
    is_a_refutation(proof, given, draft.statements);
    is_contradictory(proof, given, draft.statements);
    for (const Inference &inference : proof) EXPECT(beginning.uses(inference.instance));
}

// What a statement forces where these worlds are left.
std::vector<Literal> forced(const Statement &statement, const Worlds &left) {
    std::vector<Literal> found;
    for (Literal literal = -variables; literal <= variables; ++literal) {
        const Worlds otherwise = left & ~where(literal);
        if (literal != 0 && otherwise.any() && (otherwise & statement.worlds).none()) found.push_back(literal);
    }
    return found;
}

// What is left if whatever one of the statements forces is decided, again and again.
Worlds propagated(const Draft &draft, const Beginning &beginning, const std::vector<Literal> &assumptions) {
    Worlds left = where_all(both(both({1}, beginning.facts), assumptions));
    for (bool grown = true; grown;) {
        grown = false;
        for (const Statement &statement : draft.statements) {
            if (!statement.is_exhausted || !beginning.uses(statement.owner)) continue;
            const std::vector<Literal> more = forced(statement, left);
            left &= where_all(more);
            grown = grown || !more.empty();
        }
    }
    return left;
}

Literal a_literal(RandomSource &lot) {
    const Literal variable = lot.one_in(30) ? 1 : 2 + lot.below(variables - 1);
    return lot.one_in(2) ? variable : -variable;
}

struct Tally {
    int by_several = 0, by_cuts = 0, by_cases = 0;
};

void refutations_hold(Draft &draft, const Beginning &beginning, RandomSource &lot, Tally &tally) {
    Reasoner &reasoner = draft.reasoner;
    std::vector<Literal> assumptions;
    for (int number = lot.one_in(2) ? 1 : lot.below(4); number > 0; --number) assumptions.push_back(a_literal(lot));
    const int limit = lot.one_in(2) ? any_limit : lot.below(4);
    const std::int64_t before = reasoner.work();
    const int size = reasoner.refute(assumptions, limit);
    const std::int64_t after = reasoner.work();
    const std::vector<int> proof = reasoner.proof();
    EXPECT(reasoner.refute(assumptions, limit) == size && reasoner.proof() == proof);
    EXPECT(reasoner.work() - after == after - before);
    EXPECT(size <= limit && (size < 0) == proof.empty());
    if (size < 0) {
        EXPECT(limit < any_limit || propagated(draft, beginning, assumptions).any());
        return;
    }
    const std::vector<Inference> steps = inferences(proof);
    is_proved(steps, draft, beginning, assumptions);
    EXPECT(static_cast<int>(reasons(steps).size()) == size);
    EXPECT(reasoner.refute(assumptions, size) == size && reasoner.refute(assumptions, size - 1) < 0);
    tally.by_several += size > 1;
    tally.by_cuts += std::any_of(steps.begin(), steps.end(), [](const Inference &step) { return step.cut != 0; });
}

void each_is_refuted_as_alone(Draft &draft, RandomSource &lot) {
    std::vector<Literal> literals;
    for (Literal literal = -variables; literal <= variables; ++literal)
        if (literal != 0 && !lot.one_in(4)) literals.push_back(literal);
    const int limit = lot.below(6);
    const std::vector<int> sizes = draft.reasoner.refute_each(literals, limit);
    EXPECT(sizes.size() == literals.size());
    for (std::size_t index = 0; index < literals.size(); ++index) {
        EXPECT(draft.reasoner.refute({literals[index]}, limit) == sizes[index]);
        EXPECT(draft.reasoner.proof().empty() == (sizes[index] < 0));
    }
}

void both_cases_are_refuted(Draft &draft, const Beginning &beginning, RandomSource &lot, Tally &tally) {
    const Literal assumption = a_literal(lot);
    const int limit = 2 + lot.below(6);
    std::vector<Literal> cases(variables);
    std::iota(cases.begin(), cases.end(), 1);
    const int size = draft.reasoner.refute_by_cases(assumption, cases, limit);
    if (size < 0) return;
    const std::vector<int> proof = draft.reasoner.proof();
    const auto first = proof.begin() + 2, second = first + proof[1];
    const std::vector<Inference> one = inferences({first, second}), other = inferences({second, proof.end()});
    is_proved(one, draft, beginning, {assumption, proof[0]});
    is_proved(other, draft, beginning, {assumption, -proof[0]});
    auto named = reasons(one);
    named.merge(reasons(other));
    EXPECT(static_cast<int>(named.size()) == size && size <= limit);
    ++tally.by_cases;
}

void what_follows_at_once_is_told(Draft &draft, const Beginning &beginning) {
    Worlds left = where_all(both({1}, beginning.facts));
    for (const Statement &statement : draft.statements)
        if (statement.owner == 0) left &= statement.worlds;
    std::set<Literal> told;
    std::map<int, int> structures;  // of cuts
    for (const Inference &inference : inferences(draft.reasoner.direct())) {
        is_founded(inference, draft.statements);
        EXPECT(inference.instance != 0 && beginning.uses(inference.instance));
        EXPECT((left & where_any(inference.clause) & ~where(inference.literal)).none());
        const int first = structures.emplace(inference.cut, inference.structure).first->second;
        EXPECT(first == inference.structure || inference.cut == 0);
        told.insert(inference.literal);
    }
    if (draft.reasoner.refute({}, 1) >= 0) return;
    left = propagated(draft, {beginning.facts, {0}}, {});
    for (const Statement &statement : draft.statements) {
        if (!statement.is_exhausted || !beginning.uses(statement.owner)) continue;
        for (const Literal literal : forced(statement, left))
            EXPECT(told.count(literal) > 0 || draft.reasoner.refute({-literal}, 0) == 0);
    }
}

Beginning a_beginning(Draft &draft, RandomSource &lot) {
    Beginning drawn{draft.facts(), {}};
    if (lot.one_in(2)) return drawn;
    if (lot.one_in(3)) drawn.instances.push_back(0);
    for (const Statement &statement : draft.statements)
        if (statement.owner != 0 && lot.one_in(2)) drawn.instances.push_back(statement.owner);
    return drawn;
}

// What was refuted before does not matter, but for how cuts are numbered.
void beginning_again_is_no_different(Draft &draft, const Beginning &beginning, bool coherent) {
    const auto told = [&] {
        std::vector<std::pair<Literal, Clause>> found;
        const std::vector<int> direct = draft.reasoner.direct();
        draft.reasoner.refute({2}, any_limit);
        for (const Inference &inference : inferences(both(direct, draft.reasoner.proof())))
            found.emplace_back(inference.literal, inference.clause);
        return found;
    };
    const auto before = told();
    EXPECT(draft.reasoner.begin(beginning.facts, beginning.instances) == coherent);
    EXPECT(told() == before);
}

}  // namespace

int main() {
    RandomSource lot(13);
    Tally tally;
    for (int round = 0; round < 1000; ++round) {
        Draft draft(lot);
        for (int beginnings = 0; beginnings < 3; ++beginnings) {
            const Beginning beginning = a_beginning(draft, lot);
            const bool coherent = draft.reasoner.begin(beginning.facts, beginning.instances);
            EXPECT(coherent == (draft.reasoner.refute({}, 0) < 0));
            EXPECT(!coherent || propagated(draft, {beginning.facts, {0}}, {}).any());
            what_follows_at_once_is_told(draft, beginning);
            for (int again = 0; again < 4; ++again) refutations_hold(draft, beginning, lot, tally);
            each_is_refuted_as_alone(draft, lot);
            for (int again = 0; again < 3; ++again) both_cases_are_refuted(draft, beginning, lot, tally);
            beginning_again_is_no_different(draft, beginning, coherent);
        }
    }
    EXPECT(tally.by_several > 300 && tally.by_cuts > 150 && tally.by_cases > 5);  // or the programs are no good
}
