// Refutations of the reasoner against brute force on random small models.
//
// Every proof leads from the facts and assumptions, clause after clause, to a contradiction.  The constraints that it names
// and the bookkeeping are contradictory, and its reasons are counted correctly.  What propagation can refute is refuted.  No
// refutation leaves any state behind.
#include <algorithm>
#include <bitset>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "connected.hpp"
#include "laws.hpp"
#include "loop.hpp"
#include "parity.hpp"
#include "reasoner.hpp"

using namespace masume;

namespace {

constexpr int variables = 9, last_owner = 6, no_limit = 32;
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

std::vector<Literal> join(std::vector<Literal> first, const std::vector<Literal> &second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

struct Constraint {
    Origin origin;
    Worlds worlds;     // where it holds
    Clause clause;     // empty if it is no clause
    bool is_clause;
    bool has_cuts;     // whether its clauses are cuts, which count as separate reasons
    bool is_complete;  // whether propagation finds everything that follows from it
};

// A reasoner with random constraints, and where these hold; most models have a solution.
class RandomModel {
public:
    explicit RandomModel(RandomSource &random)
        : random_(random), solution_(random.below(1 << variables) | 1), has_solution_(!random.one_in(10)) {
        for (int number = 5 + random.below(25); number > 0; --number) {
            begin_statement(random.one_in(6) ? 0 : 1 + random.below(last_owner));
            switch (random.below(12)) {
                case 0: draw_count(); break;
                case 1: draw_table(); break;
                case 2: draw_connection(); break;
                case 3: draw_loop(); break;
                default: draw_clauses();
            }
        }
    }

    // Random literals, true in the solution if there is one.
    std::vector<Literal> facts() {
        std::vector<Literal> drawn;
        for (int number = random_.below(3); number > 0; --number) {
            const Literal variable = 2 + random_.below(variables - 1);
            drawn.push_back((has_solution_ ? true_in(solution_, variable) : random_.one_in(2)) ? variable : -variable);
        }
        return drawn;
    }

    Reasoner reasoner{variables};
    std::vector<Constraint> constraints;

private:
    std::vector<Literal> literals(int number) {
        std::vector<Literal> drawn(variables);
        std::iota(drawn.begin(), drawn.end(), 1);
        for (int next = 0; next < variables; ++next) std::swap(drawn[next], drawn[next + random_.below(variables - next)]);
        drawn.resize(number);
        for (Literal &literal : drawn)
            if (random_.one_in(3)) literal = -literal;
        return drawn;
    }

    // Let the next constraints belong to a new statement.
    void begin_statement(int owner) {
        origin_ = {origin_.statement + 1, 0, owner};
        reasoner.set_origin(origin_);
    }

    // Let the next constraint be the next one of the same statement.
    void continue_statement() {
        ++origin_.constraint;
        reasoner.set_origin(origin_);
    }

    void draw_clauses() {
        Clause clauses;
        for (int number = 1 + random_.below(4); number > 0; --number) {
            const Clause clause = literals(random_.one_in(50) ? 0 : random_.one_in(20) ? 1 : random_.one_in(3) ? 2 : 3);
            if (!is_allowed(where_any(clause))) continue;
            clauses = join(join(clauses, clause), {0});
            constraints.push_back({origin_, where_any(clause), clause, true, false, true});
        }
        std::copy(clauses.begin(), clauses.end(), reasoner.add_clauses(clauses.size()));
    }

    bool is_allowed(const Worlds &worlds) const { return !has_solution_ || worlds[solution_]; }

    // Record a constraint with a propagator, unless the solution breaks it; return whether to add it to the reasoner.
    bool record(const Worlds &worlds, bool has_cuts, bool is_complete) {
        if (!is_allowed(worlds)) return false;
        constraints.push_back({origin_, worlds, {}, false, has_cuts && origin_.owner != 0, is_complete});
        return true;
    }

    void draw_count() {
        const int size = 2 + random_.below(5), low = random_.below(size), high = low + random_.below(size - low + 1);
        const Literal when = random_.one_in(2) ? 1 : -2 - random_.below(variables - 1);
        Count count{literals(size), std::vector<int>(size, 1), low, high, when};
        const auto is_condition = [=](Literal literal) { return std::abs(literal) == std::abs(when); };
        const Worlds holds = where([&](World world) {
            int found = 0;
            for (const Literal literal : count.literals) found += true_in(world, literal);
            return !true_in(world, when) || (found >= low && found <= high);
        });
        const bool is_complete = std::none_of(count.literals.begin(), count.literals.end(), is_condition);
        if (record(holds, false, is_complete)) reasoner.add_count(std::move(count));
    }

    void draw_table() {
        LiteralTable table{literals(2 + random_.below(4)), {}};
        const int size = static_cast<int>(table.literals.size());
        for (int rows = 1 + random_.below(5); rows > 0; --rows) table.rows.push_back(random_.below(1 << size));
        const Worlds holds = where([&](World world) {
            LiteralTable::Row row = 0;
            for (int index = 0; index < size; ++index)
                if (true_in(world, table.literals[index])) row |= LiteralTable::Row{1} << index;
            return std::find(table.rows.begin(), table.rows.end(), row) != table.rows.end();
        });
        if (record(holds, false, true)) reasoner.add_literal_table(std::move(table));
    }

    void draw_connection() {
        const int size = 3 + random_.below(5);
        const std::vector<Edge> edges = random_.edges(size, 10);
        const std::vector<Literal> on = literals(size);
        const Graph graph(size, edges);
        const Worlds holds = where([&](World world) {
            return are_connected(graph, [&](Vertex vertex) { return true_in(world, on[vertex]); }, [](int) { return true; });
        });
        if (!record(holds, true, false)) return;
        VertexGraph vertex_graph = graph_of_vertices(size, edges, on.data(), nullptr);
        reasoner.add_propagator(std::make_unique<ConnectedPropagator>(std::move(vertex_graph)), Cuts::by_boundary, 0, 0);
    }

    void draw_loop() {  // two constraints of one statement
        const int size = 3 + random_.below(3);
        const Graph graph(size, random_.edges(size, variables));
        const std::vector<Literal> on = literals(graph.edge_count());
        const Worlds holds = where([&](World world) { return is_closed_loop(graph, on, world); });
        if (!record(holds, true, false)) return;
        reasoner.add_propagator(std::make_unique<LoopPropagator>(graph, on), Cuts::by_boundary, 0, 0);
        continue_statement();
        record(holds, true, false);
        reasoner.add_propagator(std::make_unique<ParityPropagator>(graph, on), Cuts::by_all_variables, 0, 0);
    }

    RandomSource &random_;
    World solution_;
    bool has_solution_;
    Origin origin_;
};

struct Inference {
    Literal literal;
    Origin origin;
    int cut;
    Clause clause;
};

// Split a proof into inferences; the owners follow from the statements.
std::vector<Inference> parse_proof(const std::vector<int> &proof, const std::vector<Constraint> &constraints) {
    std::map<int, int> owners;
    for (const Constraint &constraint : constraints) owners[constraint.origin.statement] = constraint.origin.owner;
    std::vector<Inference> found;
    for (auto next = proof.begin(); next != proof.end();) {
        const auto clause = next + 5;
        found.push_back({next[0], {next[1], next[2], owners[next[1]]}, next[3], {clause, clause + next[4]}});
        next = found.back().clause.size() + clause;
    }
    return found;
}

// Expect that the named constraint implies the clause.
void expect_implied_by_origin(const Inference &inference, const std::vector<Constraint> &constraints) {
    EXPECT(std::any_of(constraints.begin(), constraints.end(), [&](const Constraint &constraint) {
        const Origin &origin = constraint.origin, &named = inference.origin;
        if (origin.statement != named.statement || origin.constraint != named.constraint) return false;
        if (constraint.has_cuts != (inference.cut != 0)) return false;
        return constraint.is_clause ? constraint.clause == inference.clause
                                    : (constraint.worlds & ~where_any(inference.clause)).none();
    }));
}

// Expect that a proof leads from the premises, clause after clause, to a contradiction.
void expect_refutation(const std::vector<Inference> &proof, const std::vector<Literal> &premises,
                       const std::vector<Constraint> &constraints) {
    EXPECT(!proof.empty());
    std::set<Literal> known(premises.begin(), premises.end());
    for (const Inference &inference : proof) {
        EXPECT((inference.literal == 0) == (&inference == &proof.back()));
        const Clause &clause = inference.clause;
        const bool clash = clause.empty() && inference.literal == 0 && inference.origin.statement < 0 && where_all(premises).none();
        if (!clash) expect_implied_by_origin(inference, constraints);
        for (const Literal literal : clause) EXPECT(literal == inference.literal || known.count(-literal) > 0);
        EXPECT(inference.literal == 0 || std::count(clause.begin(), clause.end(), inference.literal) > 0);
        known.insert(inference.literal);
    }
}

// Return the owners and the cuts.
std::set<std::pair<int, int>> reasons(const std::vector<Inference> &proof) {
    std::set<std::pair<int, int>> found;
    for (const auto &[literal, origin, cut, clause] : proof)
        if (origin.owner != 0) found.insert(cut == 0 ? std::pair(origin.owner, 0) : std::pair(0, cut));
    return found;
}

// Expect that the premises contradict the bookkeeping and the constraints and cuts that the proof names.
void expect_contradictory(const std::vector<Inference> &proof, const std::vector<Literal> &premises,
                          const std::vector<Constraint> &constraints) {
    std::set<int> named{0};
    Worlds left = where_all(premises);
    for (const Inference &inference : proof) {
        if (inference.cut == 0)
            named.insert(inference.origin.owner);
        else
            left &= where_any(inference.clause);
    }
    for (const Constraint &constraint : constraints)
        if (named.count(constraint.origin.owner) > 0 && !constraint.has_cuts) left &= constraint.worlds;
    EXPECT(left.none());
}

// The arguments of Reasoner::begin.
struct Start {
    std::vector<Literal> facts;
    std::vector<int> owners;  // empty: all

    bool uses(int owner) const {
        return owner == 0 || owners.empty() || std::count(owners.begin(), owners.end(), owner) > 0;
    }
};

void expect_proof(const std::vector<Inference> &proof, const RandomModel &model, const Start &start,
                  const std::vector<Literal> &assumptions) {
    const std::vector<Literal> premises = join(join({1}, start.facts), assumptions);
    expect_refutation(proof, premises, model.constraints);
    expect_contradictory(proof, premises, model.constraints);
    for (const Inference &inference : proof) EXPECT(start.uses(inference.origin.owner));
}

// Return the literals that a constraint forces if only these worlds are left.
std::vector<Literal> forced_literals(const Constraint &constraint, const Worlds &left) {
    std::vector<Literal> found;
    for (Literal literal = -variables; literal <= variables; ++literal) {
        const Worlds otherwise = left & ~where(literal);
        if (literal != 0 && otherwise.any() && (otherwise & constraint.worlds).none()) found.push_back(literal);
    }
    return found;
}

// Return the worlds that are left if everything that a single constraint forces is decided, until nothing changes.
Worlds propagate(const RandomModel &model, const Start &start, const std::vector<Literal> &assumptions) {
    Worlds left = where_all(join(join({1}, start.facts), assumptions));
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (const Constraint &constraint : model.constraints) {
            if (!constraint.is_complete || !start.uses(constraint.origin.owner)) continue;
            const std::vector<Literal> forced = forced_literals(constraint, left);
            left &= where_all(forced);
            has_changed = has_changed || !forced.empty();
        }
    }
    return left;
}

Literal random_literal(RandomSource &random) {
    const Literal variable = random.one_in(30) ? 1 : 2 + random.below(variables - 1);
    return random.one_in(2) ? variable : -variable;
}

// The numbers of refutations with several reasons, with cuts, and by cases; and of lemmas in refutations.
struct Totals {
    int by_several = 0, by_cuts = 0, by_cases = 0, by_lemmas = 0, by_closing = 0;
};

void test_refutations(RandomModel &model, const Start &start, RandomSource &random, Totals &totals) {
    Reasoner &reasoner = model.reasoner;
    std::vector<Literal> assumptions;
    for (int number = random.one_in(2) ? 1 : random.below(4); number > 0; --number)
        assumptions.push_back(random_literal(random));
    const int limit = random.one_in(2) ? no_limit : random.below(4);
    const std::int64_t before = reasoner.work();
    const int size = reasoner.refute(assumptions, limit);
    const std::int64_t after = reasoner.work();
    const std::vector<int> proof = reasoner.proof();
    EXPECT(reasoner.refute(assumptions, limit) == size && reasoner.proof() == proof);
    EXPECT(reasoner.work() - after == after - before);
    EXPECT(size <= limit && (size < 0) == proof.empty());
    if (size < 0) {
        EXPECT(limit < no_limit || propagate(model, start, assumptions).any());
        return;
    }
    const std::vector<Inference> steps = parse_proof(proof, model.constraints);
    expect_proof(steps, model, start, assumptions);
    EXPECT(static_cast<int>(reasons(steps).size()) == size);
    EXPECT(reasoner.refute(assumptions, size) == size && reasoner.refute(assumptions, size - 1) < 0);
    totals.by_several += size > 1;
    totals.by_cuts += std::any_of(steps.begin(), steps.end(), [](const Inference &step) { return step.cut != 0; });
}

void test_proof_sizes(RandomModel &model, RandomSource &random) {
    std::vector<Literal> literals;
    for (Literal literal = -variables; literal <= variables; ++literal)
        if (literal != 0 && !random.one_in(4)) literals.push_back(literal);
    const int limit = random.below(6);
    const std::vector<int> sizes = model.reasoner.proof_sizes(literals, limit);
    EXPECT(sizes.size() == literals.size());
    for (std::size_t index = 0; index < literals.size(); ++index) {
        EXPECT(model.reasoner.refute({literals[index]}, limit) == sizes[index]);
        EXPECT(model.reasoner.proof().empty() == (sizes[index] < 0));
    }
}

void test_refute_by_cases(RandomModel &model, const Start &start, RandomSource &random, Totals &totals) {
    const Literal assumption = random_literal(random);
    const int limit = 2 + random.below(6);
    std::vector<Literal> cases(variables);
    std::iota(cases.begin(), cases.end(), 1);
    const int size = model.reasoner.refute_by_cases(assumption, cases, limit);
    if (size < 0) return;
    const std::vector<int> proof = model.reasoner.proof();
    const auto first = proof.begin() + 2, second = first + proof[1];
    const std::vector<Inference> if_true = parse_proof({first, second}, model.constraints);
    const std::vector<Inference> if_false = parse_proof({second, proof.end()}, model.constraints);
    expect_proof(if_true, model, start, {assumption, proof[0]});
    expect_proof(if_false, model, start, {assumption, -proof[0]});
    auto named = reasons(if_true);
    named.merge(reasons(if_false));
    EXPECT(static_cast<int>(named.size()) == size && size <= limit);
    ++totals.by_cases;
}

// Return the worlds in which the premises and all constraints that are used hold.
Worlds solutions(const RandomModel &model, const Start &start, const std::vector<Literal> &assumptions) {
    Worlds left = where_all(join(join({1}, start.facts), assumptions));
    for (const Constraint &constraint : model.constraints)
        if (start.uses(constraint.origin.owner)) left &= constraint.worlds;
    return left;
}

void test_refute_by_search(RandomModel &model, const Start &start, RandomSource &random, Totals &totals) {
    constexpr int lemma = -2;
    const std::vector<Literal> assumptions{random_literal(random)};
    std::vector<Literal> decisions;
    for (Literal variable = 2; variable <= variables; ++variable)
        decisions.push_back(random.one_in(2) ? variable : -variable);
    const int max_contradictions = random.one_in(2) ? 1000 : random.below(4);
    const int max_depth = random.one_in(2) ? variables : 1 + random.below(2);
    const int found = model.reasoner.refute_by_search(assumptions, decisions, max_contradictions, max_depth);
    EXPECT(found <= max_contradictions && (found < 0) == model.reasoner.proof().empty());
    const bool is_solvable = solutions(model, start, assumptions).any();
    EXPECT(found < 0 || !is_solvable);
    // In the end all variables are decided, and propagation finds what is wrong.
    const bool is_complete = std::all_of(model.constraints.begin(), model.constraints.end(),
                                         [](const Constraint &constraint) { return constraint.is_complete; });
    EXPECT(found >= 0 || is_solvable || !is_complete || max_contradictions < 1000 || max_depth < variables);
    std::set<Literal> known{1, assumptions[0]};
    known.insert(start.facts.begin(), start.facts.end());
    const std::vector<Inference> proof = parse_proof(model.reasoner.proof(), model.constraints);
    for (std::size_t here = 0; here < proof.size(); ++here) {
        const Inference &inference = proof[here];
        for (const Literal literal : inference.clause)
            EXPECT(literal == inference.literal || known.count(-literal) > 0);
        known.insert(inference.literal);
        if (inference.origin.statement != lemma) {
            if (!inference.clause.empty()) expect_implied_by_origin(inference, model.constraints);
            continue;
        }
        Worlds left = ~where_any(inference.clause);
        for (int part = 0; part < inference.origin.constraint; ++part) {
            const Inference &source = proof[++here];
            expect_implied_by_origin(source, model.constraints);
            EXPECT(start.uses(source.origin.owner));
            left &= where_any(source.clause);
        }
        EXPECT(left.none());
        ++totals.by_lemmas;
    }
}

void test_count_consequences(RandomModel &model, const Start &start) {
    std::vector<Literal> literals;
    for (Literal literal = -variables; literal <= variables; ++literal)
        if (literal != 0) literals.push_back(literal);
    const std::vector<int> counts = model.reasoner.count_consequences(literals);
    EXPECT(counts.size() == literals.size());
    for (std::size_t index = 0; index < literals.size(); ++index) {
        EXPECT(counts[index] >= 0 || solutions(model, start, {literals[index]}).none());
        EXPECT(counts[index] < 0 || model.reasoner.refute({literals[index]}, no_limit) < 0);
    }
}

void test_find_contradictory(RandomModel &model) {
    std::vector<Literal> literals;
    for (Literal literal = -variables; literal <= variables; ++literal)
        if (literal != 0) literals.push_back(literal);
    const std::vector<int> counts = model.reasoner.count_consequences(literals);
    const std::vector<int> found = model.reasoner.find_contradictory(literals);
    for (std::size_t index = 0; index < literals.size(); ++index) EXPECT((counts[index] < 0) == (found[index] != 0));
}

// What is decided by closing holds in all solutions, also when further owners are switched on; gains are predicted.
void test_closing(RandomModel &model, const std::vector<Literal> &facts, RandomSource &random, Totals &totals) {
    Start start{facts, {0}};
    for (int owner = 1; owner <= last_owner; ++owner)
        if (random.one_in(2)) start.owners.push_back(owner);
    const Worlds all = solutions(model, {start.facts, {}}, {});
    if (all.none()) return;
    World solution = 0;
    while (!all[solution]) ++solution;
    std::vector<Literal> wanted;
    for (Literal variable = 1; variable <= variables; ++variable)
        wanted.push_back(true_in(solution, variable) ? variable : -variable);
    model.reasoner.begin(start.facts, start.owners);
    for (int owner = 1; owner <= last_owner; ++owner) {
        const int limit = random.below(5);
        const std::vector<Literal> open = model.reasoner.close(wanted, limit);
        for (const Literal literal : wanted) {
            const bool is_open = std::find(open.begin(), open.end(), literal) != open.end();
            EXPECT(is_open || solutions(model, start, {-literal}).none());
            totals.by_closing += !is_open && limit > 0;
        }
        const int gain = model.reasoner.count_gains({owner, 0}, open).at(0);
        EXPECT(model.reasoner.settle({owner}));
        if (!start.uses(owner)) start.owners.push_back(owner);
        EXPECT(gain == static_cast<int>(open.size() - model.reasoner.close(open, 0).size()));
    }
}

void test_direct_inferences(RandomModel &model, const Start &start) {
    Worlds left = where_all(join({1}, start.facts));
    for (const Constraint &constraint : model.constraints)
        if (constraint.origin.owner == 0) left &= constraint.worlds;
    std::set<Literal> inferred;
    std::map<int, std::pair<int, int>> origins;  // of cuts
    for (const Inference &inference : parse_proof(model.reasoner.direct_inferences(), model.constraints)) {
        expect_implied_by_origin(inference, model.constraints);
        EXPECT(inference.origin.owner != 0 && start.uses(inference.origin.owner));
        EXPECT((left & where_any(inference.clause) & ~where(inference.literal)).none());
        const std::pair origin(inference.origin.statement, inference.origin.constraint);
        EXPECT(inference.cut == 0 || origins.emplace(inference.cut, origin).first->second == origin);
        inferred.insert(inference.literal);
    }
    if (model.reasoner.refute({}, 1) >= 0) return;
    left = propagate(model, {start.facts, {0}}, {});
    for (const Constraint &constraint : model.constraints) {
        if (!constraint.is_complete || !start.uses(constraint.origin.owner)) continue;
        for (const Literal literal : forced_literals(constraint, left))
            EXPECT(inferred.count(literal) > 0 || model.reasoner.refute({-literal}, 0) == 0);
    }
}

Start random_start(RandomModel &model, RandomSource &random) {
    Start drawn{model.facts(), {}};
    if (random.one_in(2)) return drawn;
    if (random.one_in(3)) drawn.owners.push_back(0);
    for (const Constraint &constraint : model.constraints)
        if (constraint.origin.owner != 0 && random.one_in(2)) drawn.owners.push_back(constraint.origin.owner);
    return drawn;
}

// Earlier refutations make no difference, except for the numbers of cuts.
void test_begin_again(RandomModel &model, const Start &start, bool is_consistent) {
    const auto infer = [&] {
        std::vector<std::pair<Literal, Clause>> inferred;
        const std::vector<int> direct = model.reasoner.direct_inferences();
        model.reasoner.refute({2}, no_limit);
        for (const Inference &inference : parse_proof(join(direct, model.reasoner.proof()), model.constraints))
            inferred.emplace_back(inference.literal, inference.clause);
        return inferred;
    };
    const auto before = infer();
    EXPECT(model.reasoner.begin(start.facts, start.owners) == is_consistent);
    EXPECT(infer() == before);
}

}  // namespace

int main() {
    RandomSource random(13), search_random(14), closing_random(15);
    Totals totals;
    for (int round = 0; round < 1000; ++round) {
        RandomModel model(random);
        for (int starts = 0; starts < 3; ++starts) {
            const Start start = random_start(model, random);
            const bool is_consistent = model.reasoner.begin(start.facts, start.owners);
            EXPECT(is_consistent == (model.reasoner.refute({}, 0) < 0));
            EXPECT(!is_consistent || propagate(model, {start.facts, {0}}, {}).any());
            test_direct_inferences(model, start);
            for (int repetition = 0; repetition < 4; ++repetition) test_refutations(model, start, random, totals);
            test_proof_sizes(model, random);
            for (int repetition = 0; repetition < 3; ++repetition) test_refute_by_cases(model, start, random, totals);
            for (int repetition = 0; repetition < 3; ++repetition) test_refute_by_search(model, start, search_random, totals);
            test_count_consequences(model, start);
            test_find_contradictory(model);
            test_begin_again(model, start, is_consistent);
            test_closing(model, start.facts, closing_random, totals);
        }
    }
    // Otherwise the models are unsuitable.
    EXPECT(totals.by_several > 300 && totals.by_cuts > 150 && totals.by_cases > 5 && totals.by_lemmas > 20 && totals.by_closing > 1000);
}
