#include "bounds.hpp"

#include <algorithm>
#include <utility>

namespace masume {

Counted::Counted(Count count, const Ranks &ranks) : count_(std::move(count)), all_(count_.literals), ranks_(ranks) {
    all_.push_back(count_.when);
    for (const int weight : count_.weights) total_ += weight;
}

void Counted::deduce(const Assignment &assignment, Deductions &deductions) {
    if (assignment.truth(count_.when) == Truth::no) return;
    if (count_.high < total_) bound(assignment, true, deductions);
    if (count_.low > 0) bound(assignment, false, deductions);
}

// The literals that are true (or not, for the lower bound) weigh no more than there is room for.
void Counted::bound(const Assignment &assignment, bool upper, Deductions &deductions) {
    const std::int64_t room = upper ? count_.high : total_ - count_.low;
    std::int64_t taken = 0;
    decided_.clear();
    open_.clear();
    for (std::size_t index = 0; index < count_.literals.size(); ++index) {
        const Literal literal = upper ? count_.literals[index] : -count_.literals[index];
        const Truth truth = assignment.truth(literal);
        if (truth == Truth::no) continue;
        (truth == Truth::yes ? decided_ : open_).push_back({literal, count_.weights[index]});
        if (truth == Truth::yes) taken += count_.weights[index];
    }
    std::stable_sort(decided_.begin(), decided_.end(), [this](const Weighed &one, const Weighed &other) {
        return ranks_.rank(one.literal) < ranks_.rank(other.literal);
    });
    if (taken > room) return say(0, room + 1, deductions);
    if (assignment.truth(count_.when) != Truth::yes) return;
    for (const Weighed &open : open_)
        if (taken + open.weight > room) say(open.literal, room + 1 - open.weight, deductions);
}

// The first literals that weigh as much as needed, and the last one, if there is one, do not hold together.
void Counted::say(Literal last, std::int64_t needed, Deductions &deductions) {
    clause_.assign(1, -count_.when);
    for (const Weighed &decided : decided_) {
        if (needed <= 0) break;
        clause_.push_back(-decided.literal);
        needed -= decided.weight;
    }
    if (last != 0) clause_.push_back(-last);
    deductions.add(clause_);
}

Sighted::Sighted(Sight sight, const Ranks &ranks) : sight_(std::move(sight)), ranks_(ranks) {
    for (const std::vector<Literal> &ray : sight_.rays) all_.insert(all_.end(), ray.begin(), ray.end());
    all_.push_back(sight_.when);
}

void Sighted::deduce(const Assignment &assignment, Deductions &deductions) {
    if (assignment.truth(sight_.when) == Truth::no) return;
    int longest = 0;
    for (const std::vector<Literal> &ray : sight_.rays) longest += static_cast<int>(ray.size());
    if (sight_.high < longest) see_no_more(assignment, deductions);
    if (sight_.low > 0) see_no_fewer(assignment, deductions);
}

// What is surely seen is no more than `high`; nor is it with the first open literal of a ray and what is behind it.
void Sighted::see_no_more(const Assignment &assignment, Deductions &deductions) {
    std::vector<int> lengths;
    int seen = 0;
    const auto stretch = [&](const std::vector<Literal> &ray, int from) {
        while (from < static_cast<int>(ray.size()) && assignment.truth(ray[from]) == Truth::yes) ++from;
        return from;
    };
    for (const std::vector<Literal> &ray : sight_.rays) {
        lengths.push_back(stretch(ray, 0));
        seen += lengths.back();
    }
    if (seen > sight_.high) return say_seen(lengths, seen - sight_.high - 1, 0, -1, deductions);
    if (assignment.truth(sight_.when) != Truth::yes) return;
    for (std::size_t number = 0; number < sight_.rays.size(); ++number) {
        const std::vector<Literal> &ray = sight_.rays[number];
        const int open = lengths[number];
        if (open == static_cast<int>(ray.size()) || assignment.truth(ray[open]) != Truth::open) continue;
        std::vector<int> longer = lengths;
        longer[number] = stretch(ray, open + 1);
        const int surplus = seen - open + longer[number] - sight_.high - 1;
        if (surplus >= 0) say_seen(longer, surplus, number, open, deductions);
    }
}

// Not all of these stretches are seen; as many literals as there are too many are left out, those decided last first.
void Sighted::say_seen(std::vector<int> lengths, int surplus, std::size_t number, int open, Deductions &deductions) {
    for (; surplus > 0; --surplus) {
        int chosen = -1, latest = -1;
        for (std::size_t each = 0; each < lengths.size(); ++each) {
            const int last = lengths[each] - 1;
            if (last < 0 || (open >= 0 && each == number && last <= open)) continue;
            const int rank = ranks_.rank(sight_.rays[each][last]);
            if (rank <= latest) continue;
            latest = rank;
            chosen = static_cast<int>(each);
        }
        if (chosen < 0) break;
        --lengths[chosen];
    }
    clause_.assign(1, -sight_.when);
    for (std::size_t each = 0; each < lengths.size(); ++each)
        for (int index = 0; index < lengths[each]; ++index) clause_.push_back(-sight_.rays[each][index]);
    deductions.add(clause_);
}

// What can be seen at most is no less than `low`; nor is it if an open literal is false.
void Sighted::see_no_fewer(const Assignment &assignment, Deductions &deductions) {
    std::vector<int> lengths;
    int seen = 0;
    for (const std::vector<Literal> &ray : sight_.rays) {
        int length = 0;
        while (length < static_cast<int>(ray.size()) && assignment.truth(ray[length]) != Truth::no) ++length;
        lengths.push_back(length);
        seen += length;
    }
    if (seen < sight_.low) return say_blocked(lengths, sight_.low - 1 - seen, lengths.size(), 0, deductions);
    if (assignment.truth(sight_.when) != Truth::yes) return;
    for (std::size_t number = 0; number < sight_.rays.size(); ++number) {
        for (int index = 0; index < lengths[number]; ++index) {
            const int slack = sight_.low - 1 - (seen - lengths[number] + index);
            if (slack < 0) break;
            const Literal literal = sight_.rays[number][index];
            if (assignment.truth(literal) == Truth::open) say_blocked(lengths, slack, number, literal, deductions);
        }
    }
}

// What blocks the rays, and the last literal is false, do not hold together; what is not needed is left out.
void Sighted::say_blocked(const std::vector<int> &lengths, int slack, std::size_t but, Literal last,
                          Deductions &deductions) {
    struct Block {
        Literal literal;
        int hidden, rank;
    };
    std::vector<Block> blocks;
    for (std::size_t each = 0; each < lengths.size(); ++each) {
        const std::vector<Literal> &ray = sight_.rays[each];
        const int hidden = static_cast<int>(ray.size()) - lengths[each];
        if (each != but && hidden > 0) blocks.push_back({ray[lengths[each]], hidden, ranks_.rank(ray[lengths[each]])});
    }
    std::stable_sort(blocks.begin(), blocks.end(), [](const Block &one, const Block &other) { return one.rank > other.rank; });
    clause_.assign(1, -sight_.when);
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
