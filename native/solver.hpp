// Solver: one clingo control with the clauses, counts and structures of a model, asked again and again.
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
#include "statements.hpp"

namespace masume {

enum class Verdict { unsolvable = 0, solved = 1, stopped = 2, undecided = 3 };

struct Statistics {
    std::int64_t choices = 0, conflicts = 0;
    std::int64_t looks = 0;       // how often structures looked for deductions
    std::int64_t deductions = 0;  // clauses that they found
};

class Solver : public Statements {
public:
    // Structures wait so many times as long as they are told to.
    Solver(const ClingoLibrary &clingo, const std::vector<std::string> &options, int patience);
    ~Solver() override;
    Solver(const Solver &) = delete;

    // Variables are numbered from 1 on; there are at least that many from now on.
    void grow(int variables) { variables_ = std::max(variables_, variables); }
    // Literals to try first; before the first search.
    void prefer(const std::vector<Literal> &literals) override;
    Literal *add_clauses(std::size_t size) override;
    void add_count(Count count) override { counts_.push_back(std::move(count)); }
    void add_structure(std::unique_ptr<Structure> structure, Cuts cuts, Literal guard, int longest) override;

    // Search under assumptions; may be stopped by `interrupt` from any thread, and gives up after so many conflicts (-1:
    // never), undecided; what it learned then stays for the next search.
    Verdict solve(const std::vector<Literal> &assumptions, int conflicts = -1);
    void interrupt();

    // After `solved`: per variable whether it is true.
    const std::vector<char> &values() const { return values_; }
    // After `unsolvable`: assumptions that cannot hold together.
    const std::vector<Literal> &core() const { return core_; }
    const Statistics &statistics() const { return statistics_; }

private:
    struct Posted {
        std::unique_ptr<Structure> structure;
        Literal guard;
        Schedule schedule;
        bool changed = true;
    };
    class Sight;    // the assignment of a search, as structures read it
    class Handing;  // deductions on their way into a search

    static bool on_init(clingo_propagate_init_t *init, void *solver);
    static bool on_propagate(clingo_propagate_control_t *control, const clingo_literal_t *changes, std::size_t size,
                             void *solver);
    static bool on_check(clingo_propagate_control_t *control, void *solver);
    template <class Work>
    static bool guarded(void *solver, Work work);

    void add_atoms();
    void map_new_variables(clingo_propagate_init_t *init);
    bool hand_over_clauses(clingo_propagate_init_t *init);
    bool hand_over_counts(clingo_propagate_init_t *init);
    bool hand_over_count(clingo_propagate_init_t *init, const Count &count, bool at_least);
    void watch_new_structures(clingo_propagate_init_t *init);
    void settle(const clingo_assignment_t *assignment);
    void look(clingo_propagate_control_t *control, bool everywhere);
    void limit(int conflicts);
    Verdict search(const std::vector<Literal> &assumptions);
    void read_core(clingo_solve_handle_t *handle);
    void read_statistics();
    clingo_literal_t program_literal(Literal literal) const { return signed_as(literal, atoms_); }
    clingo_literal_t solver_literal(Literal literal) const { return signed_as(literal, solver_literals_); }
    static clingo_literal_t signed_as(Literal literal, const std::vector<clingo_literal_t> &of) {
        return literal > 0 ? of[literal] : -of[-literal];
    }

    const ClingoLibrary &clingo_;
    clingo_control_t *control_ = nullptr;
    clingo_propagator_t callbacks_;
    const int patience_;
    std::mutex interrupting_;
    std::atomic<bool> searching_{false}, stop_{false};
    std::string error_;  // of a callback, kept until the search that it ended is over

    int variables_ = 0;
    std::vector<char> tried_true_;                     // per variable: whether to try it true first
    std::vector<clingo_literal_t> atoms_{0};           // per variable: its literal in clingo's program
    std::vector<clingo_literal_t> solver_literals_{0};  // and in clingo's solver
    std::vector<Literal> clauses_;
    std::size_t clauses_handed_over_ = 0;
    std::vector<Count> counts_;
    std::size_t counts_handed_over_ = 0;
    std::vector<Posted> structures_;
    std::size_t structures_watched_ = 0;
    std::vector<std::vector<int>> concerned_;  // per solver variable: the structures that depend on it
    int limit_ = -1;                           // conflicts after which a search gives up
    bool contradiction_ = false;               // found while handing over: nothing can be satisfied any more

    std::vector<char> values_;
    std::vector<Literal> core_;
    Statistics statistics_;
};

}  // namespace masume
