#include "sum.hpp"

#include <algorithm>
#include <utility>

namespace masume {

SumPropagator::SumPropagator(Sum sum, const Ranks &ranks)
    : sum_(std::move(sum)), all_(sum_.literals), ranks_(ranks), size_(sum_.literals.size() / sum_.value_count) {
    all_.push_back(sum_.when);
    const Values sets = Values{1} << sum_.value_count;
    has_total_.resize(sets);
    for (Values set = 0; set < sets; ++set) {
        int total = 0;
        std::size_t members = 0;
        for (int value = 0; value < sum_.value_count; ++value) {
            if ((set >> value & 1U) == 0) continue;
            total += sum_.first_value + value;
            ++members;
        }
        has_total_[set] = members == size_ && total == sum_.total;
    }
    is_prefix_.assign(size_ + 1, std::vector<char>(sets));
    completable_ = is_prefix_;
    prefixes_.resize(size_ + 1);
}

bool SumPropagator::find_possible(const std::vector<Values> &allowed, std::vector<Values> &possible) {
    for (std::size_t number = 0; number <= size_; ++number) {
        for (const Values set : prefixes_[number]) is_prefix_[number][set] = completable_[number][set] = false;
        prefixes_[number].clear();
    }
    prefixes_[0].assign(1, 0);
    is_prefix_[0][0] = true;
    for (std::size_t number = 0; number < size_; ++number) {
        for (const Values set : prefixes_[number]) {
            for (Values left = allowed[number] & ~set; left != 0; left &= left - 1) {
                const Values larger = set | (left & (~left + 1));
                if (is_prefix_[number + 1][larger]) continue;
                is_prefix_[number + 1][larger] = true;
                prefixes_[number + 1].push_back(larger);
            }
        }
    }
    for (const Values set : prefixes_[size_]) completable_[size_][set] = has_total_[set];
    possible.assign(size_, 0);
    for (std::size_t number = size_; number-- > 0;) {
        for (const Values set : prefixes_[number]) {
            for (Values left = allowed[number] & ~set; left != 0; left &= left - 1) {
                const Values value = left & (~left + 1);
                if (!completable_[number + 1][set | value]) continue;
                completable_[number][set] = true;
                possible[number] |= value;
            }
        }
    }
    return completable_[0][0] != 0;
}

void SumPropagator::deduce(const Assignment &assignment, Deductions &deductions) {
    const Truth when = assignment.truth(sum_.when);
    if (when == Truth::no) return;
    allowed_.assign(size_, 0);
    for (std::size_t number = 0; number < size_; ++number)
        for (int value = 0; value < sum_.value_count; ++value)
            if (assignment.truth(sum_.literals[number * sum_.value_count + value]) != Truth::no)
                allowed_[number] |= Values{1} << value;
    if (!find_possible(allowed_, possible_)) return add_clause(assignment, size_, 0, deductions);
    if (when != Truth::yes) return;
    const std::vector<Values> possible = possible_;  // add_clause changes possible_
    for (std::size_t number = 0; number < size_; ++number)
        for (int value = 0; value < sum_.value_count; ++value)
            if (((allowed_[number] & ~possible[number]) >> value & 1U) != 0)
                add_clause(assignment, number, Values{1} << value, deductions);
}

void SumPropagator::add_clause(const Assignment &assignment, std::size_t integer, Values value, Deductions &deductions) {
    struct Excluded {
        std::size_t number;
        Values value;
        Literal literal;
        int rank;
    };
    std::vector<Values> allowed(size_, (Values{1} << sum_.value_count) - 1);
    std::vector<Excluded> excluded;
    if (integer < size_) allowed[integer] = value;
    for (std::size_t number = 0; number < size_; ++number) {
        if (number == integer) continue;
        for (int index = 0; index < sum_.value_count; ++index) {
            const Literal literal = sum_.literals[number * sum_.value_count + index];
            if (assignment.truth(literal) != Truth::no) continue;
            excluded.push_back({number, Values{1} << index, literal, ranks_.rank(literal)});
            allowed[number] &= ~(Values{1} << index);
        }
    }
    std::stable_sort(excluded.begin(), excluded.end(),
                     [](const Excluded &one, const Excluded &other) { return one.rank > other.rank; });
    clause_.assign(1, -sum_.when);
    for (const Excluded &each : excluded) {
        if (each.rank > 0) {  // for facts, the test would take more time than it is worth
            allowed[each.number] |= each.value;
            if (!find_possible(allowed, possible_)) continue;
            allowed[each.number] &= ~each.value;
        }
        clause_.push_back(each.literal);
    }
    if (integer < size_) {
        const auto index = static_cast<std::size_t>(__builtin_ctz(value));
        clause_.push_back(-sum_.literals[integer * sum_.value_count + index]);
    }
    deductions.add(clause_);
}

}  // namespace masume
