#include "bounds.hpp"

#include <algorithm>
#include <utility>

namespace masume {

CountPropagator::CountPropagator(Count count, const Ranks &ranks)
    : count_(std::move(count)), all_(count_.literals), ranks_(ranks) {
    all_.push_back(count_.when);
    for (const int weight : count_.weights) total_ += weight;
}

void CountPropagator::deduce(const Assignment &assignment, Deductions &deductions) {
    if (assignment.truth(count_.when) == Truth::no) return;
    if (count_.high < total_) deduce_from_bound(assignment, true, deductions);
    if (count_.low > 0) deduce_from_bound(assignment, false, deductions);
}

// Add what follows from the upper bound; or from the lower bound, as an upper bound on the weights of the false literals.
void CountPropagator::deduce_from_bound(const Assignment &assignment, bool upper, Deductions &deductions) {
    const std::int64_t capacity = upper ? count_.high : total_ - count_.low;
    std::int64_t weight = 0;
    decided_.clear();
    open_.clear();
    for (std::size_t index = 0; index < count_.literals.size(); ++index) {
        const Literal literal = upper ? count_.literals[index] : -count_.literals[index];
        const Truth truth = assignment.truth(literal);
        if (truth == Truth::no) continue;
        (truth == Truth::yes ? decided_ : open_).push_back({literal, count_.weights[index]});
        if (truth == Truth::yes) weight += count_.weights[index];
    }
    std::stable_sort(decided_.begin(), decided_.end(), [this](const WeightedLiteral &one, const WeightedLiteral &other) {
        return ranks_.rank(one.literal) < ranks_.rank(other.literal);
    });
    if (weight > capacity) return add_clause(0, capacity + 1, deductions);
    if (assignment.truth(count_.when) != Truth::yes) return;
    for (const WeightedLiteral &open : open_)
        if (weight + open.weight > capacity) add_clause(open.literal, capacity + 1 - open.weight, deductions);
}

// Add a clause that forbids the first decided literals that together have the needed weight, and the literal `last` (0:
// none).
void CountPropagator::add_clause(Literal last, std::int64_t needed_weight, Deductions &deductions) {
    clause_.assign(1, -count_.when);
    for (const WeightedLiteral &decided : decided_) {
        if (needed_weight <= 0) break;
        clause_.push_back(-decided.literal);
        needed_weight -= decided.weight;
    }
    if (last != 0) clause_.push_back(-last);
    deductions.add(clause_);
}

VisibilityPropagator::VisibilityPropagator(Visibility visibility, const Ranks &ranks)
    : visibility_(std::move(visibility)), ranks_(ranks) {
    for (const std::vector<Literal> &ray : visibility_.rays) all_.insert(all_.end(), ray.begin(), ray.end());
    all_.push_back(visibility_.when);
}

void VisibilityPropagator::deduce(const Assignment &assignment, Deductions &deductions) {
    if (assignment.truth(visibility_.when) == Truth::no) return;
    int longest = 0;
    for (const std::vector<Literal> &ray : visibility_.rays) longest += static_cast<int>(ray.size());
    if (visibility_.high < longest) see_at_most(assignment, deductions);
    if (visibility_.low > 0) see_at_least(assignment, deductions);
}

// Add what follows from `high`: a ray's first open literal is false if otherwise too many are visible.
void VisibilityPropagator::see_at_most(const Assignment &assignment, Deductions &deductions) {
    std::vector<int> lengths;
    int visible = 0;
    const auto true_length = [&](const std::vector<Literal> &ray, int from) {
        while (from < static_cast<int>(ray.size()) && assignment.truth(ray[from]) == Truth::yes) ++from;
        return from;
    };
    for (const std::vector<Literal> &ray : visibility_.rays) {
        lengths.push_back(true_length(ray, 0));
        visible += lengths.back();
    }
    if (visible > visibility_.high)
        return add_visible_clause(lengths, visible - visibility_.high - 1, 0, -1, deductions);
    if (assignment.truth(visibility_.when) != Truth::yes) return;
    for (std::size_t number = 0; number < visibility_.rays.size(); ++number) {
        const std::vector<Literal> &ray = visibility_.rays[number];
        const int open = lengths[number];
        if (open == static_cast<int>(ray.size()) || assignment.truth(ray[open]) != Truth::open) continue;
        std::vector<int> longer = lengths;
        longer[number] = true_length(ray, open + 1);
        const int surplus = visible - open + longer[number] - visibility_.high - 1;
        if (surplus >= 0) add_visible_clause(longer, surplus, number, open, deductions);
    }
}

// Add a clause that forbids these prefixes of the rays, which have `surplus` literals more than necessary.  That many
// literals are dropped from the ends of the prefixes, those decided last first, but not the open literal of the ray (its
// index; -1: none).
void VisibilityPropagator::add_visible_clause(std::vector<int> lengths, int surplus, std::size_t ray, int open,
                                              Deductions &deductions) {
    for (; surplus > 0; --surplus) {
        int chosen = -1, latest = -1;
        for (std::size_t number = 0; number < lengths.size(); ++number) {
            const int last = lengths[number] - 1;
            if (last < 0 || (open >= 0 && number == ray && last <= open)) continue;
            const int rank = ranks_.rank(visibility_.rays[number][last]);
            if (rank <= latest) continue;
            latest = rank;
            chosen = static_cast<int>(number);
        }
        if (chosen < 0) break;
        --lengths[chosen];
    }
    clause_.assign(1, -visibility_.when);
    for (std::size_t number = 0; number < lengths.size(); ++number)
        for (int index = 0; index < lengths[number]; ++index) clause_.push_back(-visibility_.rays[number][index]);
    deductions.add(clause_);
}

// Add what follows from `low`: an open literal is true if too few would be visible otherwise.
void VisibilityPropagator::see_at_least(const Assignment &assignment, Deductions &deductions) {
    std::vector<int> lengths;
    int visible = 0;
    for (const std::vector<Literal> &ray : visibility_.rays) {
        int length = 0;
        while (length < static_cast<int>(ray.size()) && assignment.truth(ray[length]) != Truth::no) ++length;
        lengths.push_back(length);
        visible += length;
    }
    if (visible < visibility_.low)
        return add_blocked_clause(lengths, visibility_.low - 1 - visible, lengths.size(), 0, deductions);
    if (assignment.truth(visibility_.when) != Truth::yes) return;
    for (std::size_t number = 0; number < visibility_.rays.size(); ++number) {
        for (int index = 0; index < lengths[number]; ++index) {
            const int slack = visibility_.low - 1 - (visible - lengths[number] + index);
            if (slack < 0) break;
            const Literal literal = visibility_.rays[number][index];
            if (assignment.truth(literal) == Truth::open)
                add_blocked_clause(lengths, slack, number, literal, deductions);
        }
    }
}

// Add a clause by which one of the literals that block the rays or the literal `last` (0: none) must be true.  Blocks that
// hide at most `slack` literals in total are not needed; those decided last are left out first.
void VisibilityPropagator::add_blocked_clause(const std::vector<int> &lengths, int slack, std::size_t except_ray,
                                              Literal last, Deductions &deductions) {
    struct Block {
        Literal literal;
        int hidden, rank;
    };
    std::vector<Block> blocks;
    for (std::size_t number = 0; number < lengths.size(); ++number) {
        const std::vector<Literal> &ray = visibility_.rays[number];
        const int hidden = static_cast<int>(ray.size()) - lengths[number];
        if (number != except_ray && hidden > 0)
            blocks.push_back({ray[lengths[number]], hidden, ranks_.rank(ray[lengths[number]])});
    }
    std::stable_sort(blocks.begin(), blocks.end(), [](const Block &one, const Block &other) { return one.rank > other.rank; });
    clause_.assign(1, -visibility_.when);
    for (const Block &block : blocks) {
        if (block.hidden <= slack) {
            slack -= block.hidden;
        } else {
            clause_.push_back(block.literal);
        }
    }
    if (last != 0) clause_.push_back(last);
    deductions.add(clause_);
}

}  // namespace masume
