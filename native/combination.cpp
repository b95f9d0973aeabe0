#include "combination.hpp"

#include <algorithm>
#include <utility>

namespace masume {

Combined::Combined(Combination combination, const Ranks &ranks)
    : combination_(std::move(combination)), all_(combination_.literals), ranks_(ranks),
      size_(combination_.literals.size() / combination_.values) {
    all_.push_back(combination_.when);
    const Values sets = Values{1} << combination_.values;
    adds_up_.resize(sets);
    for (Values set = 0; set < sets; ++set) {
        int sum = 0;
        std::size_t members = 0;
        for (int value = 0; value < combination_.values; ++value) {
            if ((set >> value & 1U) == 0) continue;
            sum += combination_.first + value;
            ++members;
        }
        adds_up_[set] = members == size_ && sum == combination_.total;
    }
    reached_.assign(size_ + 1, std::vector<char>(sets));
    finished_ = reached_;
    sets_.resize(size_ + 1);
}

bool Combined::possible(const std::vector<Values> &may, std::vector<Values> &has) {
    for (std::size_t number = 0; number <= size_; ++number) {
        for (const Values set : sets_[number]) reached_[number][set] = finished_[number][set] = false;
        sets_[number].clear();
    }
    sets_[0].assign(1, 0);
    reached_[0][0] = true;
    for (std::size_t number = 0; number < size_; ++number) {
        for (const Values set : sets_[number]) {
            for (Values left = may[number] & ~set; left != 0; left &= left - 1) {
                const Values larger = set | (left & (~left + 1));
                if (reached_[number + 1][larger]) continue;
                reached_[number + 1][larger] = true;
                sets_[number + 1].push_back(larger);
            }
        }
    }
    for (const Values set : sets_[size_]) finished_[size_][set] = adds_up_[set];
    has.assign(size_, 0);
    for (std::size_t number = size_; number-- > 0;) {
        for (const Values set : sets_[number]) {
            for (Values left = may[number] & ~set; left != 0; left &= left - 1) {
                const Values value = left & (~left + 1);
                if (!finished_[number + 1][set | value]) continue;
                finished_[number][set] = true;
                has[number] |= value;
            }
        }
    }
    return finished_[0][0] != 0;
}

void Combined::deduce(const Assignment &assignment, Deductions &deductions) {
    const Truth when = assignment.truth(combination_.when);
    if (when == Truth::no) return;
    may_.assign(size_, 0);
    for (std::size_t number = 0; number < size_; ++number)
        for (int value = 0; value < combination_.values; ++value)
            if (assignment.truth(combination_.literals[number * combination_.values + value]) != Truth::no)
                may_[number] |= Values{1} << value;
    if (!possible(may_, has_)) return say(assignment, size_, 0, deductions);
    if (when != Truth::yes) return;
    const std::vector<Values> has = has_;
    for (std::size_t number = 0; number < size_; ++number)
        for (int value = 0; value < combination_.values; ++value)
            if (((may_[number] & ~has[number]) >> value & 1U) != 0) say(assignment, number, Values{1} << value, deductions);
}

void Combined::say(const Assignment &assignment, std::size_t number, Values value, Deductions &deductions) {
    struct Excluded {
        std::size_t number;
        Values value;
        Literal literal;
        int rank;
    };
    std::vector<Values> may(size_, (Values{1} << combination_.values) - 1);
    std::vector<Excluded> excluded;
    if (number < size_) may[number] = value;
    for (std::size_t other = 0; other < size_; ++other) {
        if (other == number) continue;
        for (int index = 0; index < combination_.values; ++index) {
            const Literal literal = combination_.literals[other * combination_.values + index];
            if (assignment.truth(literal) != Truth::no) continue;
            excluded.push_back({other, Values{1} << index, literal, ranks_.rank(literal)});
            may[other] &= ~(Values{1} << index);
        }
    }
    std::stable_sort(excluded.begin(), excluded.end(),
                     [](const Excluded &one, const Excluded &other) { return one.rank > other.rank; });
    clause_.assign(1, -combination_.when);
    for (const Excluded &each : excluded) {
        if (each.rank > 0) {  // what was known before is not worth the time
            may[each.number] |= each.value;
            if (!possible(may, has_)) continue;
            may[each.number] &= ~each.value;
        }
        clause_.push_back(each.literal);
    }
    if (number < size_) {
        const auto index = static_cast<std::size_t>(__builtin_ctz(value));
        clause_.push_back(-combination_.literals[number * combination_.values + index]);
    }
    deductions.add(clause_);
}

}  // namespace masume
