// Reasoner: propagation that tracks which rule instances stand behind each inference and prefers few of them.
//
// Every constraint has an origin (see Origin), and with it an owner.
// Every inference carries the set of its reasons: owners and cuts.  A cut is a clause of a propagator for a global
// constraint, such as connectivity; it counts as a reason instead of its owner, since each cut is a separate thought.
//
// Literals that are inferred but not yet on the trail wait in queues, one queue per number of reasons.  The queues are
// processed in ascending order, up to a limit; propagators run only when the queue of the current number is empty.  So if an
// assumption can be refuted by propagation, it is refuted with few reasons, and a low limit keeps the work small.  After a
// contradiction the limit falls below the number of its reasons, and propagation continues, in search of a smaller one.
// Nothing is learned from a contradiction.
//
// The results depend on no clock and no hash; explaining/reasoning/propagation.py finds the same proofs in Python.
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
    void add_propagator(std::unique_ptr<Propagator> propagator, Cuts cuts, Literal guard, int longest_pause) override;
    void set_origin(const Origin &origin) override { origin_ = origin; }
    void add_visibility(Visibility visibility) override;
    void add_sum(Sum sum) override;
    void add_literal_table(LiteralTable table) override;

    // Start from these facts and propagate bookkeeping; return whether there is no contradiction yet.  Only constraints of
    // these owners are used (empty: all), and bookkeeping.
    bool begin(const std::vector<Literal> &facts, const std::vector<int> &owners);

    // Return all inferences from the facts that need one reason, in the form of a proof.
    const std::vector<int> &direct_inferences();

    // Return all that follows from the facts with at most `limit` reasons, also by bookkeeping, in the form of a proof.
    const std::vector<int> &closure(int limit);

    // Refute the assumptions with at most `limit` reasons; return the number of reasons, -1 if it is not possible.
    int refute(const std::vector<Literal> &assumptions, int limit);
    // Assume each literal in turn; return the number of reasons that refute it, -1 if it is not possible.
    std::vector<int> proof_sizes(const std::vector<Literal> &literals, int limit);
    // Refute an assumption by two cases: for one of the variables, each of its two values is refuted, too.  Return the
    // smallest number of reasons, -1 if it is not possible or if the assumption is refuted without cases.
    int refute_by_cases(Literal assumption, const std::vector<Literal> &variables, int limit);

    // Assume each literal in turn and propagate, with any number of reasons; return how many literals follow, -1 if there
    // is a contradiction.
    std::vector<int> count_consequences(const std::vector<Literal> &literals);
    // Return, for each literal, 1 if a contradiction follows from it, with any number of reasons, and otherwise 0.
    std::vector<int> find_contradictory(const std::vector<Literal> &literals);
    // Refute the assumptions, with any number of reasons, by search: make one of the decisions after the other, learn a
    // lemma from each contradiction, and continue with it.  Return the number of contradictions that it took, -1 if
    // `max_contradictions` are not enough, or `max_depth` decisions at a time.  The lemmas are forgotten afterwards.
    int refute_by_search(const std::vector<Literal> &assumptions, const std::vector<Literal> &decisions,
                         int max_contradictions, int max_depth);

    // Closing, see reasoner_closing.cpp.  Use the constraints of these owners as well; make facts of everything that
    // follows by one inference after the other.  Return whether there is no contradiction.
    bool settle(const std::vector<int> &owners);
    // For each group of owners, each terminated by 0: return how many of the wanted literals would be decided by `settle`.
    std::vector<int> count_gains(const std::vector<int> &groups, const std::vector<Literal> &wanted);
    // Settle; make a wanted literal a fact if at most `limit` reasons refute its opposite; repeat as long as there is one.
    // Return the wanted literals that stay open.
    const std::vector<int> &close(const std::vector<Literal> &wanted, int limit);

    // The proof of the last refutation; by cases: the variable, the length of the first proof, both proofs.  Each inference
    // is: the literal (0: a contradiction), the statement and the number of the constraint that the clause comes from (see
    // Origin), the number of the cut (0: none), the size of the clause, and the clause.  By search, the statement can be
    // `lemma`; then the number after it says how many inferences follow whose clauses the lemma was learned from.
    const std::vector<int> &proof() const { return proof_; }
    // The work done so far: inferred literals; for each run of a propagator, all its literals; and for each lemma, the
    // literals of the clauses that it is learned from.
    std::int64_t work() const { return work_; }

    Truth truth(Literal literal) const override { return truth_[index(literal)]; }
    int rank(Literal literal) const override;
    bool add(const Clause &clause) override;

private:
    static constexpr int max_reasons = 32;  // of one inference; no person follows more
    static constexpr int lemma = -2;  // instead of the id of a statement: a clause that was learned

    struct Span {  // a part of literals_ or of reasons_
        int begin = 0, size = 0;
    };
    struct Source {  // the clause that an inference is made by, and where that clause comes from
        Span clause;
        Origin origin;
        int cut = 0;
    };
    struct Inference {
        Literal literal;
        Source source;
        Span reasons;
    };
    struct OwnedClause {
        Span clause;
        Origin origin;
        int false_literals = 0;
    };
    struct OwnedPropagator {
        std::unique_ptr<Propagator> propagator;
        Origin origin;
        Cuts cuts;
        std::vector<char> boundary;  // per literal: whether it can be in the boundary of a cut; empty if there is none
        std::vector<int> variables;  // in ascending order
        std::size_t place_in_model;
    };
    struct Attempt {  // to refute a literal: when it failed, and what followed from it
        int time = 0;
        std::shared_ptr<const std::vector<Literal>> consequences;
    };
    struct SavedState {  // to which propagation can return
        std::size_t trail, literals, reasons;
        std::vector<std::size_t> queues, heads;
    };

    static std::size_t index(Literal literal) { return literal > 0 ? 2 * literal : -2 * literal + 1; }
    void sort_propagators();
    void split_clauses();
    SavedState save() const;
    void restore(const SavedState &state);
    void propagate(int last_level);
    std::size_t next_due(std::size_t place) const;
    int search(int limit);
    void process(const Inference &inference);
    void infer(const OwnedClause &clause) { infer(Source{clause.clause, clause.origin, 0}); }
    void infer(const Source &source);
    void run_propagator(int number);
    void record_contradiction(const Source &source, const std::vector<int> &reasons);
    bool unite(std::vector<int> &into, const Span &reasons) const;
    int cut_number(const Clause &clause);
    void build_proof(const Source &source);
    void append_inference(Literal literal, const Source &source);
    void assume(Literal literal);
    int search_with(Literal literal, int limit);
    std::vector<char> both_refuted_freely(const std::vector<Literal> &variables);
    void begin_free_propagation();
    void end_free_propagation();
    bool is_refuted_freely(Literal literal, const SavedState &state);
    void infer_freely(const Source &source);
    void contradict(const Source &source);
    void learn(std::vector<SavedState> &levels);
    void add_lemma(const std::vector<Literal> &clause, std::vector<Source> antecedents);
    void forget_lemmas(std::size_t clauses);
    void append_parts(const Source &source);
    void take_back_decision(std::vector<SavedState> &levels);
    void return_to(SavedState state);
    Literal next_decision(const std::vector<Literal> &decisions) const;
    void promote(std::vector<int> &variables);
    void begin_quick_propagation();
    void switch_on(int owner);
    void find_owned_constraints();
    bool keep_facts(std::size_t before);
    void mark_changed_by(Literal fact);
    void mark_changed(const OwnedClause &clause);
    void mark_changed(const OwnedPropagator &owned);
    bool may_be_refuted(Literal literal) const;
    bool is_refuted_within(Literal literal, int limit);
    int refute_both(Literal variable, int limit, const SavedState &state);
    bool enabled(int owner) const { return owner == 0 || all_enabled_ || enabled_[owner] != 0; }

    int variables_;
    Origin origin_;                                  // of the constraints that are being added
    std::vector<Span> added_;                        // per call of add_clauses: the literals, not split into clauses
    std::vector<Origin> added_origins_;
    bool is_split_ = false;
    std::vector<Literal> literals_;                  // of all clauses: of the model, then of propagators
    std::vector<OwnedClause> clauses_;
    std::vector<std::vector<int>> clauses_of_;       // per literal
    std::vector<OwnedPropagator> propagators_;        // sorted by the number of their variables
    std::vector<int> model_order_;                   // the same, as they come in the model
    std::vector<std::vector<int>> propagators_of_;   // per variable
    std::vector<char> is_due_;                       // per propagator: whether it has to run again
    std::vector<char> enabled_;                      // per owner
    bool all_enabled_ = true;

    std::vector<Truth> truth_;                       // per literal
    std::vector<int> position_;                      // per variable: its index in the trail
    std::vector<Inference> trail_;
    std::size_t base_ = 0;                           // length of the part that follows from facts and bookkeeping alone
    Inference base_contradiction_{};                 // between the facts themselves, with the fewest reasons
    bool has_base_contradiction_ = false;
    std::vector<int> reasons_;                       // the sets of reasons, one after the other
    std::vector<std::vector<Inference>> queues_;     // per number of reasons
    std::vector<std::size_t> heads_;                 // per queue: the index of the next inference to process
    std::map<std::vector<int>, int> cuts_;           // numbers of cuts, by boundary and propagator
    int level_ = 0, running_ = -1;                   // the current number of reasons; the propagator that is running
    int limit_ = 0, best_ = -1;                      // the allowed number of reasons; that of the best contradiction
    bool wants_proof_ = true;
    std::vector<int> proof_, best_reasons_, united_;
    std::vector<char> needed_;
    std::int64_t work_ = 0;

    bool counts_reasons_ = true;                      // false: propagation is free, with any number of reasons
    bool runs_quick_first_ = false;                   // the order of propagators; false: as they come in the model
    bool is_contradictory_ = false;                   // whether free propagation has found a contradiction
    Source contradiction_;                            // by which
    std::vector<std::vector<Source>> lemma_sources_;  // per lemma: the clauses, or lemmas, that it was learned from
    std::vector<int> priority_;                       // per variable: the decision with the highest one comes first
    int last_priority_ = 0;
    std::vector<std::vector<int>> clauses_by_owner_, propagators_by_owner_;  // empty until they are needed
    int now_ = 0;                                     // counts the changes of facts and of owners while closing
    std::vector<int> changed_;                        // per literal: when more than before began to follow from it
    std::vector<Attempt> attempts_;                   // per literal: its last failed refutation while closing
    std::vector<int> tried_;                          // per variable: after how many other decisions it was tried
};

}  // namespace masume
