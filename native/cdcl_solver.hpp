// CdclSolver: a small solver that learns clauses from conflicts (CDCL), for boards that need little search.
//
// It starts in a few microseconds, where clingo needs a quarter of a millisecond, and propagators read its assignment
// directly.  For searches of many thousand conflicts clingo is better.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "clause_store.hpp"
#include "decision_order.hpp"
#include "literal_code.hpp"
#include "minimums.hpp"
#include "pooled_lists.hpp"
#include "schedule.hpp"
#include "solver.hpp"

namespace masume {

class CdclSolver : public Solver {
public:
    // Beyond `max_forgettable` clauses that were learnt or come from propagators, the solver forgets the worse half.  A
    // conflict undoes at most `longest_jump` decisions that it does not depend on (see keep_learnt_clause).  After
    // `new_phase_interval` conflicts, then more and more rarely, it tries other values (see choose_new_phases).
    explicit CdclSolver(std::size_t max_forgettable = 4000, int longest_jump = 20, int new_phase_interval = 2000)
        : longest_jump_(longest_jump), new_phase_interval_(new_phase_interval), max_forgettable_(max_forgettable) {}
    CdclSolver(const CdclSolver &) = delete;

    void grow(int variables) override;
    void prefer(const std::vector<Literal> &literals) override;
    Literal *add_clauses(std::size_t size) override;
    void add_count(Count count) override { new_counts_.push_back(std::move(count)); }
    void add_propagator(std::unique_ptr<Propagator> propagator, Cuts cuts, Literal guard, int longest_pause) override;

    Verdict solve(const std::vector<Literal> &assumptions, int conflicts) override;
    void interrupt() override { stop_ = true; }

private:
    // Why a literal is true, or what is violated.
    struct Reason {
        enum Kind : std::uint8_t { none, clause, minimum } kind = none;  // none: a decision, or no conflict
        std::uint32_t number = 0;
    };
    struct Watch {
        ClauseNumber clause;
        Code blocker;  // another literal of the clause: if it is true, there is no need to look at the clause
        bool is_binary;
    };
    struct Scheduled {
        std::unique_ptr<Propagator> propagator;
        Literal guard;  // 0: none
        Schedule schedule;
        bool has_changed = false;  // whether one of its literals was decided since its last run
    };
    class CurrentAssignment;  // for propagators
    class ClauseAdder;        // adds the clauses of propagators

    int count_reusable_levels(const std::vector<Literal> &assumptions) const;

    // Variables, clauses and counts that were added since the last search.
    std::size_t codes_needed() const { return 2 * static_cast<std::size_t>(variables_) + 2; }
    void take_new_constraints();
    void add_new_clause();
    void add_new_count(const Count &count);
    void add_minimum(const Count &count, bool is_upper_bound);
    void watch_new_propagators();

    // Assignment.
    Truth truth(Code code) const { return truth_[code]; }
    int level() const { return static_cast<int>(level_starts_.size()); }
    void assign(Code code, Reason reason) { assign(code, reason, level()); }
    void assign(Code code, Reason reason, int level);
    void decide(Code code);
    void return_to_level(int level);

    // Propagation; each function returns what is violated, if anything.
    Reason propagate();
    Reason propagate_clauses();
    Reason propagate_minimums();
    Reason visit_watches(Code false_literal);
    bool visit_clause(Watch &watch, Code false_literal, Reason &conflict);
    int level_of_reason(Reason reason, Code implied);
    void watch_latest_literals(ClauseNumber clause);
    void remove_watch(Code literal, ClauseNumber clause);
    void mark_changed(int propagator);
    Reason run_propagators(bool all);
    Reason add_deduced_clause(const Clause &clause, Literal guard);
    void simplify_propagators();

    // Search.
    Verdict search(const std::vector<Literal> &assumptions, std::int64_t conflict_limit);
    void learn_from(Reason conflict);
    void collect_reason(Reason reason, Code implied);
    void remove_implied_literals();
    bool is_implied_by_others(Code code);
    void keep_learnt_clause();
    std::uint32_t count_levels(const std::vector<Code> &literals);
    ClauseNumber store_clause(const std::vector<Code> &literals, std::uint32_t rank);
    void forget_clauses();
    bool is_worth_restarting() const;
    int next_variable();
    void choose_new_phases();
    void find_core(Code failed);
    void keep_values();

    const int longest_jump_, new_phase_interval_;
    int variables_ = 0;
    std::vector<Literal> new_clauses_;
    std::vector<Count> new_counts_;
    std::vector<Scheduled> propagators_;
    std::size_t propagators_watched_ = 0;
    std::vector<int> changed_;  // the propagators that have changed
    std::vector<Literal> reusable_;  // the assumptions of the last search, if it came to an end
    bool contradiction_ = false;  // whether the constraints have no solution

    ClauseStore clauses_;
    Minimums minimums_;
    PooledLists<Watch> watches_;   // per code: the clauses to look at when it becomes false
    PooledLists<int> dependents_;  // per variable: the propagators that depend on it
    DecisionOrder order_;
    std::vector<Truth> truth_;    // per code
    std::vector<int> level_of_;   // per variable: the number of decisions that it needs
    std::vector<char> is_early_;  // per variable: whether it was decided after more decisions than it needs
    int early_count_ = 0;         // of variables
    std::vector<int> position_;   // per variable: its index in the trail
    std::vector<Reason> reason_;  // per variable
    std::vector<char> phase_;     // per variable: the value to try first, which is the last one it had
    std::vector<Code> trail_;     // the true literals, in the order in which they became true
    std::vector<std::size_t> level_starts_;  // per decision: its index in the trail
    std::size_t next_to_propagate_ = 0;      // index in the trail
    std::size_t simplified_at_ = 0;          // the length of the trail when propagators were simplified last
    std::int64_t assignments_ = 0, restarted_at_ = 0;  // literals assigned so far, and before the last restart

    std::vector<char> seen_;  // per variable, for the analysis of conflicts
    std::vector<Code> learnt_, reason_literals_, marked_, open_, clause_, staying_;
    std::vector<std::int64_t> level_stamps_;
    std::int64_t stamp_ = 0;
    std::size_t max_forgettable_;
    std::minstd_rand random_;  // always the same numbers: the same input gives the same results
    std::atomic<bool> stop_{false};
};

}  // namespace masume
