#include "solver.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

namespace masume {

namespace {

constexpr std::size_t clauses_between_breaths = 4096;  // a search can be stopped while clauses are handed over

constexpr Literal always_true = 1;

}  // namespace

class Solver::Sight : public Assignment {
public:
    Sight(const Solver &solver, const clingo_assignment_t *assignment) : solver_(solver), assignment_(assignment) {}

    Truth truth(Literal literal) const override {
        clingo_truth_value_t value = clingo_truth_value_free;
        solver_.clingo_.clingo_assignment_truth_value(assignment_, solver_.solver_literal(literal), &value);
        return value == clingo_truth_value_true ? Truth::yes : value == clingo_truth_value_false ? Truth::no : Truth::open;
    }

private:
    const Solver &solver_;
    const clingo_assignment_t *assignment_;
};

class Solver::Handing : public Deductions {
public:
    Handing(Solver &solver, clingo_propagate_control_t *control) : solver_(solver), control_(control) {}

    bool add(const Clause &clause) override {
        ++solver_.statistics_.deductions;
        ++found;
        translated_.clear();
        if (guard != 0) translated_.push_back(-solver_.solver_literal(guard));
        for (const Literal literal : clause) translated_.push_back(solver_.solver_literal(literal));
        bool consistent = true;
        solver_.clingo_.expect(solver_.clingo_.clingo_propagate_control_add_clause(
            control_, translated_.data(), translated_.size(), clingo_clause_type_learnt, &consistent));
        go_on = consistent && !solver_.stop_;
        return go_on;
    }

    Literal guard = 0;
    int found = 0;
    bool go_on = true;

private:
    Solver &solver_;
    clingo_propagate_control_t *control_;
    std::vector<clingo_literal_t> translated_;
};

Solver::Solver(const ClingoLibrary &clingo, const std::vector<std::string> &options, int patience)
    : clingo_(clingo), callbacks_{on_init, on_propagate, nullptr, on_check, nullptr}, patience_(patience) {
    std::vector<const char *> arguments;
    for (const std::string &option : options) arguments.push_back(option.c_str());
    const auto be_silent = [](clingo_warning_t, const char *, void *) {};
    clingo_.expect(clingo_.clingo_control_new(arguments.data(), arguments.size(), be_silent, nullptr, 0, &control_));
    if (!clingo_.clingo_control_register_propagator(control_, &callbacks_, this, false)) {
        clingo_.clingo_control_free(control_);
        clingo_.expect(false);
    }
}

Solver::~Solver() { clingo_.clingo_control_free(control_); }

void Solver::prefer(const std::vector<Literal> &literals) {
    for (const Literal literal : literals) {
        const std::size_t variable = std::abs(literal);
        if (tried_true_.size() <= variable) tried_true_.resize(variable + 1, false);
        tried_true_[variable] = literal > 0;
    }
}

Literal *Solver::add_clauses(std::size_t size) {
    clauses_.resize(clauses_.size() + size);
    return clauses_.data() + clauses_.size() - size;
}

void Solver::add_structure(std::unique_ptr<Structure> structure, Cuts, Literal guard, int longest) {
    structures_.push_back({std::move(structure), guard, Schedule(longest * patience_)});
}

Verdict Solver::solve(const std::vector<Literal> &assumptions, int conflicts) {
    {
        const std::lock_guard<std::mutex> lock(interrupting_);
        stop_ = false;
        searching_ = true;
    }
    Verdict verdict = Verdict::stopped;
    std::exception_ptr error;
    try {
        limit(conflicts);
        add_atoms();
        if (contradiction_) {
            core_.clear();
            verdict = Verdict::unsolvable;
        }
        // An interrupt that came when a search was just over ends the next one at once: then ask once more.
        while (verdict == Verdict::stopped && !stop_) {
            const std::int64_t before = statistics_.conflicts;
            verdict = search(assumptions);
            if (verdict == Verdict::stopped && limit_ >= 0 && statistics_.conflicts - before >= limit_)
                verdict = Verdict::undecided;
        }
    } catch (...) {
        error = std::current_exception();
    }
    const std::lock_guard<std::mutex> lock(interrupting_);
    searching_ = false;
    if (error) std::rethrow_exception(error);
    return stop_ ? Verdict::stopped : verdict;  // a structure that was stopped may have missed what is broken
}

void Solver::limit(int conflicts) {
    if (conflicts == limit_) return;
    limit_ = conflicts;
    clingo_configuration_t *all = nullptr;
    clingo_id_t key = 0;
    clingo_.expect(clingo_.clingo_control_configuration(control_, &all));
    clingo_.expect(clingo_.clingo_configuration_root(all, &key));
    clingo_.expect(clingo_.clingo_configuration_map_at(all, key, "solve.solve_limit", &key));
    const std::string told = conflicts < 0 ? "umax" : std::to_string(conflicts);
    clingo_.expect(clingo_.clingo_configuration_value_set(all, key, told.c_str()));
}

void Solver::interrupt() {
    const std::lock_guard<std::mutex> lock(interrupting_);
    if (!searching_) return;
    stop_ = true;
    clingo_.clingo_control_interrupt(control_);
}

// Each new variable is an atom that may be chosen, or the negation of one: atoms are first tried false.
void Solver::add_atoms() {
    const int known = static_cast<int>(atoms_.size()) - 1;
    if (known == variables_) return;
    std::vector<clingo_atom_t> made(variables_ - known);
    clingo_backend_t *backend = nullptr;
    clingo_.expect(clingo_.clingo_control_backend(control_, &backend));
    clingo_.expect(clingo_.clingo_backend_begin(backend));
    for (clingo_atom_t &atom : made) clingo_.expect(clingo_.clingo_backend_add_atom(backend, nullptr, &atom));
    clingo_.expect(clingo_.clingo_backend_rule(backend, true, made.data(), made.size(), nullptr, 0));
    clingo_.expect(clingo_.clingo_backend_end(backend));
    tried_true_.resize(variables_ + 1, false);
    for (const clingo_atom_t atom : made) {
        const auto literal = static_cast<clingo_literal_t>(atom);
        atoms_.push_back(tried_true_[atoms_.size()] ? -literal : literal);
    }
}

Verdict Solver::search(const std::vector<Literal> &assumptions) {
    core_.clear();
    error_.clear();
    std::vector<clingo_literal_t> assumed;
    for (const Literal literal : assumptions) assumed.push_back(program_literal(literal));
    clingo_solve_handle_t *handle = nullptr;
    clingo_.expect(clingo_.clingo_control_solve(control_, clingo_solve_mode_yield, assumed.data(), assumed.size(), nullptr,
                                                nullptr, &handle));
    const clingo_model_t *model = nullptr;
    clingo_solve_result_bitset_t result = 0;
    const bool went_well =
        clingo_.clingo_solve_handle_model(handle, &model) && clingo_.clingo_solve_handle_get(handle, &result);
    const std::string message = went_well ? "" : clingo_.clingo_error_message();
    if (went_well && (result & clingo_solve_result_unsatisfiable) != 0 && !contradiction_) read_core(handle);
    clingo_.clingo_solve_handle_close(handle);
    if (!error_.empty()) throw std::runtime_error(error_);
    if (!went_well) throw std::runtime_error(message);
    read_statistics();
    if (model != nullptr) return Verdict::solved;
    return (result & clingo_solve_result_unsatisfiable) != 0 ? Verdict::unsolvable : Verdict::stopped;
}

void Solver::read_core(clingo_solve_handle_t *handle) {
    const clingo_literal_t *literals = nullptr;
    std::size_t size = 0;
    clingo_.expect(clingo_.clingo_solve_handle_core(handle, &literals, &size));
    std::vector<Literal> variable_of;
    for (Literal variable = 1; variable <= variables_; ++variable) {
        const std::size_t atom = std::abs(atoms_[variable]);
        if (variable_of.size() <= atom) variable_of.resize(atom + 1, 0);
        variable_of[atom] = atoms_[variable] > 0 ? variable : -variable;
    }
    for (std::size_t number = 0; number < size; ++number)
        core_.push_back(signed_as(literals[number], variable_of));
}

void Solver::read_statistics() {
    const clingo_statistics_t *all = nullptr;
    std::uint64_t key = 0, value_key = 0;
    if (!clingo_.clingo_control_statistics(control_, &all)) return;
    bool found = clingo_.clingo_statistics_root(all, &key);
    for (const char *name : {"solving", "solvers"}) found = found && clingo_.clingo_statistics_map_at(all, key, name, &key);
    const auto add = [&](const char *name, std::int64_t &to) {
        double value = 0;
        if (found && clingo_.clingo_statistics_map_at(all, key, name, &value_key) &&
            clingo_.clingo_statistics_value_get(all, value_key, &value))
            to += static_cast<std::int64_t>(value);
    };
    add("choices", statistics_.choices);
    add("conflicts", statistics_.conflicts);
}

// No exception may cross clingo: it is kept, and thrown once the search is over.
template <class Work>
bool Solver::guarded(void *data, Work work) {
    Solver &solver = *static_cast<Solver *>(data);
    try {
        work(solver);
        return true;
    } catch (const std::exception &error) {
        solver.error_ = error.what();
    } catch (...) {
        solver.error_ = "an unknown error in a propagator";
    }
    solver.clingo_.clingo_set_error(clingo_error_runtime, solver.error_.c_str());
    return false;
}

// Called before each search.
bool Solver::on_init(clingo_propagate_init_t *init, void *data) {
    return guarded(data, [init](Solver &solver) {
        solver.map_new_variables(init);
        solver.contradiction_ =
            solver.contradiction_ || !solver.hand_over_clauses(init) || !solver.hand_over_counts(init);
        if (solver.contradiction_) return;
        solver.watch_new_structures(init);
        for (Posted &posted : solver.structures_) {
            posted.changed = true;
            posted.schedule.reset();
        }
        solver.clingo_.clingo_propagate_init_set_check_mode(init, clingo_propagator_check_mode_both);
    });
}

void Solver::map_new_variables(clingo_propagate_init_t *init) {
    for (std::size_t variable = solver_literals_.size(); variable < atoms_.size(); ++variable) {
        clingo_literal_t literal = 0;
        clingo_.expect(clingo_.clingo_propagate_init_solver_literal(init, atoms_[variable], &literal));
        solver_literals_.push_back(literal);
        clingo_.expect(clingo_.clingo_propagate_init_freeze_literal(init, literal));  // clauses may come later
    }
}

// Says whether all can be satisfied so far.
bool Solver::hand_over_clauses(clingo_propagate_init_t *init) {
    std::vector<clingo_literal_t> translated;
    std::size_t number = 0;
    while (clauses_handed_over_ < clauses_.size()) {
        if (++number % clauses_between_breaths == 0 && stop_) return true;
        translated.clear();
        for (; clauses_[clauses_handed_over_] != 0; ++clauses_handed_over_)
            translated.push_back(solver_literal(clauses_[clauses_handed_over_]));
        ++clauses_handed_over_;
        bool consistent = true;
        clingo_.expect(clingo_.clingo_propagate_init_add_clause(init, translated.data(), translated.size(), &consistent));
        if (!consistent) return false;
    }
    clauses_.clear();  // clingo has them now
    clauses_handed_over_ = 0;
    return true;
}

bool Solver::hand_over_counts(clingo_propagate_init_t *init) {
    for (; counts_handed_over_ < counts_.size(); ++counts_handed_over_) {
        const Count &count = counts_[counts_handed_over_];
        if (stop_) return true;
        if (!hand_over_count(init, count, true) || !hand_over_count(init, count, false)) return false;
    }
    return true;
}

bool Solver::hand_over_count(clingo_propagate_init_t *init, const Count &count, bool at_least) {
    std::int64_t total = 0;
    for (const int weight : count.weights) total += weight;
    if (at_least ? count.low <= 0 : count.high >= total) return true;
    // At most `high`: those that are false weigh at least the rest.
    const std::int64_t bound = at_least ? std::min(count.low, total + 1) : std::min(total - count.high, total + 1);
    std::vector<clingo_weighted_literal_t> weighted;
    for (std::size_t number = 0; number < count.literals.size(); ++number) {
        const clingo_literal_t literal = solver_literal(count.literals[number]);
        weighted.push_back({at_least ? literal : -literal, count.weights[number]});
    }
    // The condition weighs as much as is asked for if it is false.  (An implication would say so, too, but clingo forces
    // the condition to be true if the rest turns out to hold anyway.)
    weighted.push_back({-solver_literal(count.when), static_cast<clingo_weight_t>(bound)});
    bool consistent = true;
    clingo_.expect(clingo_.clingo_propagate_init_add_weight_constraint(
        init, solver_literal(always_true), weighted.data(), weighted.size(), static_cast<clingo_weight_t>(bound),
        clingo_weight_constraint_type_equivalence, false, &consistent));
    return consistent;
}

void Solver::watch_new_structures(clingo_propagate_init_t *init) {
    for (; structures_watched_ < structures_.size(); ++structures_watched_) {
        const Posted &posted = structures_[structures_watched_];
        std::vector<Literal> literals = posted.structure->literals();
        literals.push_back(posted.guard);
        for (const Literal literal : literals) {
            if (literal == 0) continue;
            const clingo_literal_t watched = solver_literal(literal);
            const std::size_t variable = std::abs(watched);
            if (concerned_.size() <= variable) concerned_.resize(variable + 1);
            concerned_[variable].push_back(static_cast<int>(structures_watched_));
            clingo_.expect(clingo_.clingo_propagate_init_add_watch(init, watched));
            clingo_.expect(clingo_.clingo_propagate_init_add_watch(init, -watched));
        }
    }
}

bool Solver::on_propagate(clingo_propagate_control_t *control, const clingo_literal_t *changes, std::size_t size,
                          void *data) {
    return guarded(data, [=](Solver &solver) {
        for (std::size_t number = 0; number < size; ++number)
            for (const int concerned : solver.concerned_[std::abs(changes[number])])
                solver.structures_[concerned].changed = true;
        solver.look(control, false);
    });
}

// Called when nothing more follows, and once more when everything is decided.
bool Solver::on_check(clingo_propagate_control_t *control, void *data) {
    return guarded(data, [control](Solver &solver) {
        const clingo_assignment_t *assignment = solver.clingo_.clingo_propagate_control_assignment(control);
        if (solver.clingo_.clingo_assignment_decision_level(assignment) == 0) solver.settle(assignment);
        if (!solver.clingo_.clingo_assignment_is_total(assignment)) return;
        const std::int64_t before = solver.statistics_.deductions;
        solver.look(control, true);
        if (solver.statistics_.deductions != before) return;
        const Sight sight(solver, assignment);
        solver.values_.resize(solver.variables_ + 1);
        for (Literal variable = 1; variable <= solver.variables_; ++variable)
            solver.values_[variable] = sight.truth(variable) == Truth::yes;
    });
}

void Solver::settle(const clingo_assignment_t *assignment) {
    const Sight sight(*this, assignment);
    for (Posted &posted : structures_) posted.structure->settle(sight);
}

// Let structures look for deductions: everywhere, or where something has changed and it is time to.
void Solver::look(clingo_propagate_control_t *control, bool everywhere) {
    const Sight sight(*this, clingo_.clingo_propagate_control_assignment(control));
    Handing handing(*this, control);
    for (Posted &posted : structures_) {
        if (stop_) return;
        if (!everywhere && (!posted.changed || !posted.schedule.due())) continue;
        posted.changed = false;
        if (posted.guard != 0 && sight.truth(posted.guard) != Truth::yes) continue;
        ++statistics_.looks;
        handing.guard = posted.guard;
        handing.found = 0;
        posted.structure->deduce(sight, handing);
        posted.schedule.looked(handing.found > 0);
        if (!handing.go_on) {
            posted.changed = true;
            return;
        }
    }
}

}  // namespace masume
