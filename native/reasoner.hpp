// Reasoner: propagation that knows which rule instances stand behind everything it infers, and prefers few of them.
//
// What is inferred has a set of instances, and what has fewer of them is inferred first; nothing beyond a limit.  So an
// assumption is refuted by few instances if propagation can do it at all, and little is looked at while the limit is low.
// Nothing is learned.  Which sets are found depends on no clock and no hash, so that explaining/reasoning/propagation.py,
// the same in Python, finds the same.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "bounds.hpp"
#include "constraint_store.hpp"

namespace masume {

class Reasoner : public ConstraintStore, public Assignment, public Ranks, public Deductions {
public:
    explicit Reasoner(int variables);
    Reasoner(const Reasoner &) = delete;

    Literal *add_clauses(std::size_t size) override;
    void add_count(Count count) override;
    void add_propagator(std::unique_ptr<Propagator> structure, Cuts cuts, Literal guard, int longest) override;
    void add_loop(Graph graph, std::vector<Literal> literals, Literal guard, int longest) override;
    void set_owner(int instance) override { owner_ = instance; }
    void add_visibility(Visibility sight) override;
    void add_sum(Sum combination) override;
    void add_literal_table(LiteralTable choices) override;

    // Begin again with these facts and what follows from them by what belongs to nobody; the instances that may be used
    // (all, if none is named).  Says whether that holds together.
    bool begin(const std::vector<Literal> &facts, const std::vector<int> &instances);

    // What follows from the facts by one instance at once, as inferences of a proof.
    const std::vector<int> &direct();

    // Whether the assumptions are refuted by so many instances at most: how many it takes, -1 if they are not.
    int refute(const std::vector<Literal> &assumptions, int limit);
    // How many instances it takes to refute each literal alone.
    std::vector<int> refute_each(const std::vector<Literal> &literals, int limit);
    // The best way to refute a literal by two cases: for one of the variables, both of its literals are refuted too.  Says
    // how many instances it takes, -1 if there is no way.
    int refute_by_cases(Literal assumption, const std::vector<Literal> &variables, int limit);

    // How the last refutation went; by cases: the variable, the size of the first case's part, both parts.  Each inference: the literal (0: a contradiction), the instance, the number of the cut
    // (0: none) and of the structure that it belongs to (-1: none), the size of its clause, and the clause.
    const std::vector<int> &proof() const { return proof_; }
    std::int64_t work() const { return work_; }  // done so far: literals inferred and vertices looked at

    Truth truth(Literal literal) const override { return truth_[index(literal)]; }
    int rank(Literal literal) const override;
    bool add(const Clause &clause) override;

private:
    struct Span {
        int begin = 0, size = 0;
    };
    struct Source {  // why something is inferred
        Span clause;
        int instance = 0, cut = 0, structure = -1;
    };
    struct Candidate {
        Literal literal;
        Source source;
        Span instances;
    };
    struct Clausal {
        Span clause;
        int owner;
        int excluded = 0;  // how many of its literals are false
    };
    struct Looking {
        std::unique_ptr<Propagator> structure;
        int owner;
        Cuts cuts;
        bool changed = true;
        std::vector<char> positive;  // per literal: whether it is one of its own
    };
    struct Mark {  // to come back to
        std::size_t trail, literals, sets;
        std::vector<std::size_t> waiting, next;
    };

    static std::size_t index(Literal literal) { return literal > 0 ? 2 * literal : -2 * literal + 1; }
    void finish();
    Mark mark() const;
    void return_to(const Mark &mark);
    void propagate(int last_level);
    int search(int limit);
    void take(const Candidate &candidate);
    void examine(const Clausal &clausal);
    void infer(const Source &source);
    void look(int number);
    void contradict(const Source &source, const std::vector<int> &instances);
    bool unite(std::vector<int> &into, const Span &instances) const;
    int cut_number(const Clause &clause);
    void write_proof(const Source &source);
    void write(Literal literal, const Source &source);
    void assume(Literal literal);
    int attempt(Literal literal, int limit);
    int both_cases(Literal variable, int limit, const Mark &before);
    bool enabled(int instance) const { return instance == 0 || all_enabled_ || enabled_[instance] != 0; }

    int variables_, owner_ = 0;
    std::vector<Span> stated_;        // runs of clauses in literals_, not divided yet
    std::vector<int> stated_owners_;
    bool finished_ = false;
    std::vector<Literal> literals_;   // of all clauses: first the stated ones, then those that structures found
    std::vector<Clausal> clauses_;
    std::vector<std::vector<int>> in_clauses_;     // per literal
    std::vector<Looking> propagators_;
    std::vector<std::vector<int>> in_structures_;  // per variable
    std::vector<char> enabled_;
    bool all_enabled_ = true;

    std::vector<Truth> truth_;               // per literal
    std::vector<int> position_;              // per variable: in the trail
    std::vector<Candidate> trail_;
    std::size_t base_ = 0;                   // how much of it are facts and what follows from them alone
    Candidate broken_{};                     // how the facts themselves are contradicted, by fewest instances
    bool is_broken_ = false;
    std::vector<int> sets_;                  // instances
    std::vector<std::vector<Candidate>> waiting_;  // per number of instances
    std::vector<std::size_t> next_;          // of those waiting
    std::map<std::vector<int>, int> cuts_;   // numbers of cuts, by structure and boundary
    int level_ = 0, looking_ = -1;           // where propagation is; the structure that is looked at
    int limit_ = 0, best_ = -1;              // how many instances are allowed; how many it took
    bool wants_proof_ = true;
    std::vector<int> proof_, best_set_, united_;
    std::vector<char> needed_;
    std::int64_t work_ = 0;
};

}  // namespace masume
