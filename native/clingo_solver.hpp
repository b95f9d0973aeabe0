// ClingoSolver: one clingo control with the clauses, counts and propagators of a model, for any number of searches.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "clingo_library.hpp"
#include "schedule.hpp"
#include "solver.hpp"

namespace masume {

class ClingoSolver : public Solver {
public:
    // The longest pauses of propagators are multiplied by the pause factor.
    ClingoSolver(const ClingoLibrary &clingo, const std::vector<std::string> &options, int pause_factor);
    ~ClingoSolver() override;
    ClingoSolver(const ClingoSolver &) = delete;

    void grow(int variables) override { variables_ = std::max(variables_, variables); }
    // Literals that the search tries true first; to be called before the first search.
    void prefer(const std::vector<Literal> &literals) override;
    Literal *add_clauses(std::size_t size) override;
    void add_count(Count count) override { counts_.push_back(std::move(count)); }
    void add_propagator(std::unique_ptr<Propagator> propagator, Cuts cuts, Literal guard, int longest_pause) override;

    Verdict solve(const std::vector<Literal> &assumptions, int conflicts) override;
    void interrupt() override;

private:
    struct Scheduled {
        std::unique_ptr<Propagator> propagator;
        Literal guard;  // 0: none
        Schedule schedule;
        bool has_changed = true;  // whether one of its literals was decided since its last run
    };
    class SearchAssignment;  // the current assignment of clingo's search, for propagators
    class ClauseAdder;       // adds the clauses of propagators to clingo's search

    static bool on_init(clingo_propagate_init_t *init, void *solver);
    static bool on_propagate(clingo_propagate_control_t *control, const clingo_literal_t *changes, std::size_t size,
                             void *solver);
    static bool on_check(clingo_propagate_control_t *control, void *solver);
    template <class Function>
    static bool run_callback(void *solver, Function function);

    void add_atoms();
    void map_new_variables(clingo_propagate_init_t *init);
    bool pass_clauses(clingo_propagate_init_t *init);
    bool pass_counts(clingo_propagate_init_t *init);
    bool pass_count(clingo_propagate_init_t *init, const Count &count, bool at_least);
    void watch_new_propagators(clingo_propagate_init_t *init);
    void simplify(const clingo_assignment_t *assignment);
    void run_propagators(clingo_propagate_control_t *control, bool all);
    void set_conflict_limit(int conflicts);
    Verdict search(const std::vector<Literal> &assumptions);
    void read_core(clingo_solve_handle_t *handle);
    void read_statistics();
    clingo_literal_t program_literal(Literal literal) const { return translate(literal, atoms_); }
    clingo_literal_t solver_literal(Literal literal) const { return translate(literal, solver_literals_); }
    static clingo_literal_t translate(Literal literal, const std::vector<clingo_literal_t> &by_variable) {
        return literal > 0 ? by_variable[literal] : -by_variable[-literal];
    }

    const ClingoLibrary &clingo_;
    clingo_control_t *control_ = nullptr;
    clingo_propagator_t callbacks_;
    const int pause_factor_;
    std::mutex interrupt_mutex_;
    std::atomic<bool> searching_{false}, stop_{false};
    std::string error_;  // of a callback, kept until the search has ended

    int variables_ = 0;
    std::vector<char> tried_true_;                      // per variable: whether to try it true first
    std::vector<clingo_literal_t> atoms_{0};            // per variable: its literal in clingo's program
    std::vector<clingo_literal_t> solver_literals_{0};  // per variable: its literal in clingo's solver
    std::vector<Literal> clauses_;
    std::size_t clauses_passed_ = 0;  // how many literals of these clingo has
    std::vector<Count> counts_;
    std::size_t counts_passed_ = 0;  // how many of these clingo has
    std::vector<Scheduled> propagators_;
    std::size_t propagators_watched_ = 0;
    std::vector<std::vector<int>> dependents_;  // per variable of clingo's solver: the propagators that depend on it
    int conflict_limit_ = -1;                   // conflicts after which a search gives up
    bool contradiction_ = false;                // whether clingo has found the clauses and counts unsatisfiable
};

}  // namespace masume
