#include "clingo_solver.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

namespace masume {

namespace {

constexpr std::size_t clauses_per_stop_check = 4096;

constexpr Literal always_true = 1;

}  // namespace

class ClingoSolver::SearchAssignment : public Assignment {
public:
    SearchAssignment(const ClingoSolver &solver, const clingo_assignment_t *assignment)
        : solver_(solver), assignment_(assignment) {}

    Truth truth(Literal literal) const override {
        clingo_truth_value_t value = clingo_truth_value_free;
        solver_.clingo_.clingo_assignment_truth_value(assignment_, solver_.solver_literal(literal), &value);
        if (value == clingo_truth_value_free) return Truth::open;
        return value == clingo_truth_value_true ? Truth::yes : Truth::no;
    }

private:
    const ClingoSolver &solver_;
    const clingo_assignment_t *assignment_;
};

class ClingoSolver::ClauseAdder : public Deductions {
public:
    ClauseAdder(ClingoSolver &solver, clingo_propagate_control_t *control) : solver_(solver), control_(control) {}

    bool add(const Clause &clause) override {
        ++solver_.statistics_.deductions;
        ++count;
        translated_.clear();
        if (guard != 0) translated_.push_back(-solver_.solver_literal(guard));
        for (const Literal literal : clause) translated_.push_back(solver_.solver_literal(literal));
        bool consistent = true;
        solver_.clingo_.expect(solver_.clingo_.clingo_propagate_control_add_clause(
            control_, translated_.data(), translated_.size(), clingo_clause_type_learnt, &consistent));
        may_continue = consistent && !solver_.stop_;
        return may_continue;
    }

    Literal guard = 0;
    int count = 0;  // of clauses
    bool may_continue = true;

private:
    ClingoSolver &solver_;
    clingo_propagate_control_t *control_;
    std::vector<clingo_literal_t> translated_;
};

ClingoSolver::ClingoSolver(const ClingoLibrary &clingo, const std::vector<std::string> &options, int pause_factor)
    : clingo_(clingo), callbacks_{on_init, on_propagate, nullptr, on_check, nullptr}, pause_factor_(pause_factor) {
    std::vector<const char *> arguments;
    for (const std::string &option : options) arguments.push_back(option.c_str());
    const auto ignore_message = [](clingo_warning_t, const char *, void *) {};
    clingo_.expect(
        clingo_.clingo_control_new(arguments.data(), arguments.size(), ignore_message, nullptr, 0, &control_));
    if (!clingo_.clingo_control_register_propagator(control_, &callbacks_, this, false)) {
        clingo_.clingo_control_free(control_);
        clingo_.expect(false);
    }
}

ClingoSolver::~ClingoSolver() { clingo_.clingo_control_free(control_); }

void ClingoSolver::prefer(const std::vector<Literal> &literals) {
    for (const Literal literal : literals) {
        const std::size_t variable = std::abs(literal);
        if (tried_true_.size() <= variable) tried_true_.resize(variable + 1, false);
        tried_true_[variable] = literal > 0;
    }
}

Literal *ClingoSolver::add_clauses(std::size_t size) {
    clauses_.resize(clauses_.size() + size);
    return clauses_.data() + clauses_.size() - size;
}

void ClingoSolver::add_propagator(std::unique_ptr<Propagator> propagator, Cuts, Literal guard, int longest_pause) {
    propagators_.push_back({std::move(propagator), guard, Schedule(longest_pause * pause_factor_)});
}

Verdict ClingoSolver::solve(const std::vector<Literal> &assumptions, int conflicts) {
    {
        const std::lock_guard<std::mutex> lock(interrupt_mutex_);
        stop_ = false;
        searching_ = true;
    }
    Verdict verdict = Verdict::stopped;
    std::exception_ptr error;
    try {
        set_conflict_limit(conflicts);
        add_atoms();
        if (contradiction_) {
            core_.clear();
            verdict = Verdict::unsolvable;
        }
        // An interrupt at the very end of a search stops the next one at once: then search again.
        while (verdict == Verdict::stopped && !stop_) {
            const std::int64_t conflicts_before = statistics_.conflicts;
            verdict = search(assumptions);
            const std::int64_t new_conflicts = statistics_.conflicts - conflicts_before;
            if (verdict == Verdict::stopped && conflict_limit_ >= 0 && new_conflicts >= conflict_limit_)
                verdict = Verdict::undecided;
        }
    } catch (...) {
        error = std::current_exception();
    }
    const std::lock_guard<std::mutex> lock(interrupt_mutex_);
    searching_ = false;
    if (error) std::rethrow_exception(error);
    return stop_ ? Verdict::stopped : verdict;  // a propagator that was stopped may have missed a contradiction
}

void ClingoSolver::set_conflict_limit(int conflicts) {
    if (conflicts == conflict_limit_) return;
    conflict_limit_ = conflicts;
    clingo_configuration_t *configuration = nullptr;
    clingo_id_t key = 0;
    clingo_.expect(clingo_.clingo_control_configuration(control_, &configuration));
    clingo_.expect(clingo_.clingo_configuration_root(configuration, &key));
    clingo_.expect(clingo_.clingo_configuration_map_at(configuration, key, "solve.solve_limit", &key));
    const std::string value = conflicts < 0 ? "umax" : std::to_string(conflicts);
    clingo_.expect(clingo_.clingo_configuration_value_set(configuration, key, value.c_str()));
}

void ClingoSolver::interrupt() {
    const std::lock_guard<std::mutex> lock(interrupt_mutex_);
    if (!searching_) return;
    stop_ = true;
    clingo_.clingo_control_interrupt(control_);
}

// Each new variable becomes an atom of a choice rule, or the negation of one: clingo tries atoms false first.
void ClingoSolver::add_atoms() {
    const int known = static_cast<int>(atoms_.size()) - 1;
    if (known == variables_) return;
    std::vector<clingo_atom_t> new_atoms(variables_ - known);
    clingo_backend_t *backend = nullptr;
    clingo_.expect(clingo_.clingo_control_backend(control_, &backend));
    clingo_.expect(clingo_.clingo_backend_begin(backend));
    for (clingo_atom_t &atom : new_atoms) clingo_.expect(clingo_.clingo_backend_add_atom(backend, nullptr, &atom));
    clingo_.expect(clingo_.clingo_backend_rule(backend, true, new_atoms.data(), new_atoms.size(), nullptr, 0));
    clingo_.expect(clingo_.clingo_backend_end(backend));
    tried_true_.resize(variables_ + 1, false);
    for (const clingo_atom_t atom : new_atoms) {
        const auto literal = static_cast<clingo_literal_t>(atom);
        atoms_.push_back(tried_true_[atoms_.size()] ? -literal : literal);
    }
}

Verdict ClingoSolver::search(const std::vector<Literal> &assumptions) {
    core_.clear();
    error_.clear();
    std::vector<clingo_literal_t> assumed;
    for (const Literal literal : assumptions) assumed.push_back(program_literal(literal));
    clingo_solve_handle_t *handle = nullptr;
    clingo_.expect(clingo_.clingo_control_solve(control_, clingo_solve_mode_yield, assumed.data(), assumed.size(),
                                                nullptr, nullptr, &handle));
    const clingo_model_t *model = nullptr;
    clingo_solve_result_bitset_t result = 0;
    const bool succeeded =
        clingo_.clingo_solve_handle_model(handle, &model) && clingo_.clingo_solve_handle_get(handle, &result);
    const std::string message = succeeded ? "" : clingo_.clingo_error_message();
    if (succeeded && (result & clingo_solve_result_unsatisfiable) != 0 && !contradiction_) read_core(handle);
    clingo_.clingo_solve_handle_close(handle);
    if (!error_.empty()) throw std::runtime_error(error_);
    if (!succeeded) throw std::runtime_error(message);
    read_statistics();
    if (model != nullptr) return Verdict::solved;
    return (result & clingo_solve_result_unsatisfiable) != 0 ? Verdict::unsolvable : Verdict::stopped;
}

void ClingoSolver::read_core(clingo_solve_handle_t *handle) {
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
        core_.push_back(translate(literals[number], variable_of));
}

void ClingoSolver::read_statistics() {
    const clingo_statistics_t *statistics = nullptr;
    std::uint64_t key = 0, value_key = 0;
    if (!clingo_.clingo_control_statistics(control_, &statistics)) return;
    bool found = clingo_.clingo_statistics_root(statistics, &key);
    for (const char *name : {"solving", "solvers"})
        found = found && clingo_.clingo_statistics_map_at(statistics, key, name, &key);
    const auto add = [&](const char *name, std::int64_t &total) {
        double value = 0;
        if (found && clingo_.clingo_statistics_map_at(statistics, key, name, &value_key) &&
            clingo_.clingo_statistics_value_get(statistics, value_key, &value))
            total += static_cast<std::int64_t>(value);
    };
    add("choices", statistics_.choices);
    add("conflicts", statistics_.conflicts);
}

// Call a function from a callback of clingo.  No exception may pass through clingo: `search` throws its message later.
template <class Function>
bool ClingoSolver::run_callback(void *data, Function function) {
    ClingoSolver &solver = *static_cast<ClingoSolver *>(data);
    try {
        function(solver);
        return true;
    } catch (const std::exception &error) {
        solver.error_ = error.what();
    } catch (...) {
        solver.error_ = "an unknown error in a propagator";
    }
    solver.clingo_.clingo_set_error(clingo_error_runtime, solver.error_.c_str());
    return false;
}

// clingo calls this before each search.
bool ClingoSolver::on_init(clingo_propagate_init_t *init, void *data) {
    return run_callback(data, [init](ClingoSolver &solver) {
        solver.map_new_variables(init);
        solver.contradiction_ =
            solver.contradiction_ || !solver.pass_clauses(init) || !solver.pass_counts(init);
        if (solver.contradiction_) return;
        solver.watch_new_propagators(init);
        for (Scheduled &scheduled : solver.propagators_) {
            scheduled.has_changed = true;
            scheduled.schedule.reset();
        }
        solver.clingo_.clingo_propagate_init_set_check_mode(init, clingo_propagator_check_mode_both);
    });
}

void ClingoSolver::map_new_variables(clingo_propagate_init_t *init) {
    for (std::size_t variable = solver_literals_.size(); variable < atoms_.size(); ++variable) {
        clingo_literal_t literal = 0;
        clingo_.expect(clingo_.clingo_propagate_init_solver_literal(init, atoms_[variable], &literal));
        solver_literals_.push_back(literal);
        clingo_.expect(clingo_.clingo_propagate_init_freeze_literal(init, literal));  // later clauses may use it
    }
}

// Returns false if clingo finds a contradiction.
bool ClingoSolver::pass_clauses(clingo_propagate_init_t *init) {
    std::vector<clingo_literal_t> translated;
    std::size_t number = 0;
    while (clauses_passed_ < clauses_.size()) {
        if (++number % clauses_per_stop_check == 0 && stop_) return true;
        translated.clear();
        for (; clauses_[clauses_passed_] != 0; ++clauses_passed_)
            translated.push_back(solver_literal(clauses_[clauses_passed_]));
        ++clauses_passed_;
        bool consistent = true;
        clingo_.expect(
            clingo_.clingo_propagate_init_add_clause(init, translated.data(), translated.size(), &consistent));
        if (!consistent) return false;
    }
    clauses_.clear();  // clingo has them now
    clauses_passed_ = 0;
    return true;
}

bool ClingoSolver::pass_counts(clingo_propagate_init_t *init) {
    for (; counts_passed_ < counts_.size(); ++counts_passed_) {
        const Count &count = counts_[counts_passed_];
        if (stop_) return true;
        if (!pass_count(init, count, true) || !pass_count(init, count, false)) return false;
    }
    return true;
}

bool ClingoSolver::pass_count(clingo_propagate_init_t *init, const Count &count, bool at_least) {
    std::int64_t total = 0;
    for (const int weight : count.weights) total += weight;
    if (at_least ? count.low <= 0 : count.high >= total) return true;
    // "At most `high`" means: the false literals weigh at least the rest.
    const std::int64_t bound = at_least ? std::min(count.low, total + 1) : std::min(total - count.high, total + 1);
    std::vector<clingo_weighted_literal_t> weighted;
    for (std::size_t number = 0; number < count.literals.size(); ++number) {
        const clingo_literal_t literal = solver_literal(count.literals[number]);
        weighted.push_back({at_least ? literal : -literal, count.weights[number]});
    }
    // The negated condition has the weight of the bound: if the condition is false, the constraint holds.  (clingo also
    // has implications, but it forces the condition to be true if the constraint holds already when it is added.)
    weighted.push_back({-solver_literal(count.when), static_cast<clingo_weight_t>(bound)});
    bool consistent = true;
    clingo_.expect(clingo_.clingo_propagate_init_add_weight_constraint(
        init, solver_literal(always_true), weighted.data(), weighted.size(), static_cast<clingo_weight_t>(bound),
        clingo_weight_constraint_type_equivalence, false, &consistent));
    return consistent;
}

void ClingoSolver::watch_new_propagators(clingo_propagate_init_t *init) {
    for (; propagators_watched_ < propagators_.size(); ++propagators_watched_) {
        const Scheduled &scheduled = propagators_[propagators_watched_];
        std::vector<Literal> literals = scheduled.propagator->literals();
        literals.push_back(scheduled.guard);
        for (const Literal literal : literals) {
            if (literal == 0) continue;
            const clingo_literal_t watched = solver_literal(literal);
            const std::size_t variable = std::abs(watched);
            if (dependents_.size() <= variable) dependents_.resize(variable + 1);
            dependents_[variable].push_back(static_cast<int>(propagators_watched_));
            clingo_.expect(clingo_.clingo_propagate_init_add_watch(init, watched));
            clingo_.expect(clingo_.clingo_propagate_init_add_watch(init, -watched));
        }
    }
}

bool ClingoSolver::on_propagate(clingo_propagate_control_t *control, const clingo_literal_t *changes, std::size_t size,
                                void *data) {
    return run_callback(data, [=](ClingoSolver &solver) {
        for (std::size_t number = 0; number < size; ++number)
            for (const int dependent : solver.dependents_[std::abs(changes[number])])
                solver.propagators_[dependent].has_changed = true;
        solver.run_propagators(control, false);
    });
}

// clingo calls this at each fixpoint, and when everything is decided.
bool ClingoSolver::on_check(clingo_propagate_control_t *control, void *data) {
    return run_callback(data, [control](ClingoSolver &solver) {
        const clingo_assignment_t *assignment = solver.clingo_.clingo_propagate_control_assignment(control);
        if (solver.clingo_.clingo_assignment_decision_level(assignment) == 0) solver.simplify(assignment);
        if (!solver.clingo_.clingo_assignment_is_total(assignment)) return;
        const std::int64_t deductions_before = solver.statistics_.deductions;
        solver.run_propagators(control, true);
        if (solver.statistics_.deductions != deductions_before) return;
        const SearchAssignment values(solver, assignment);
        solver.values_.resize(solver.variables_ + 1);
        for (Literal variable = 1; variable <= solver.variables_; ++variable)
            solver.values_[variable] = values.truth(variable) == Truth::yes;
    });
}

void ClingoSolver::simplify(const clingo_assignment_t *assignment) {
    const SearchAssignment permanent(*this, assignment);
    for (Scheduled &scheduled : propagators_) scheduled.propagator->simplify(permanent);
}

// Run all propagators, or those whose literals have changed and whose pause is over.
void ClingoSolver::run_propagators(clingo_propagate_control_t *control, bool all) {
    const SearchAssignment assignment(*this, clingo_.clingo_propagate_control_assignment(control));
    ClauseAdder adder(*this, control);
    for (Scheduled &scheduled : propagators_) {
        if (stop_) return;
        if (!all && (!scheduled.has_changed || !scheduled.schedule.is_due())) continue;
        scheduled.has_changed = false;
        if (scheduled.guard != 0 && assignment.truth(scheduled.guard) != Truth::yes) continue;
        ++statistics_.propagator_runs;
        adder.guard = scheduled.guard;
        adder.count = 0;
        scheduled.propagator->deduce(assignment, adder);
        scheduled.schedule.record_run(adder.count > 0);
        if (!adder.may_continue) {
            scheduled.has_changed = true;
            return;
        }
    }
}

}  // namespace masume
