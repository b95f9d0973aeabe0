// Minimums: constraints that the weights of true literals add up to at least a bound.
//
// The slack of a minimum is what the literals that are not false weigh beyond the bound.  If it is negative, the minimum is
// violated; a literal that weighs more than the slack must be true.
#pragma once

#include <cstdint>
#include <vector>

#include "literal_code.hpp"
#include "pooled_lists.hpp"

namespace masume {

class Minimums {
public:
    struct Term {
        Code literal;
        std::int32_t weight;
    };
    struct Terms {
        const Term *first, *last;
        const Term *begin() const { return first; }
        const Term *end() const { return last; }
    };

    void grow(std::size_t codes) { occurrences_.grow(codes); }

    // Add a minimum.  No literal may be false yet; `falsify` has to be called for each that is.
    void add(const std::vector<Term> &terms, std::int64_t bound) {
        const auto number = static_cast<std::int32_t>(minimums_.size());
        Minimum minimum{terms_.size(), terms_.size() + terms.size(), -bound, -bound, 0, false};
        for (const Term &term : terms) {
            terms_.push_back(term);
            occurrences_.add(term.literal, {number, term.weight});
            minimum.slack += term.weight;
            if (term.weight > minimum.largest_weight) minimum.largest_weight = term.weight;
        }
        minimum.full_slack = minimum.slack;
        minimums_.push_back(minimum);
        make_due(number);
    }

    void falsify(Code literal) {
        const Occurrence *items = occurrences_.items(literal);
        for (std::uint32_t index = 0; index < occurrences_.size(literal); ++index) {
            minimums_[items[index].minimum].slack -= items[index].weight;
            make_due(items[index].minimum);
        }
    }

    // A literal is no longer false.
    void restore(Code literal) {
        const Occurrence *items = occurrences_.items(literal);
        for (std::uint32_t index = 0; index < occurrences_.size(literal); ++index)
            minimums_[items[index].minimum].slack += items[index].weight;
    }

    // Return a minimum that may force a literal or be violated, or -1.
    int take_due() {
        if (due_.empty()) return -1;
        const int number = due_.back();
        due_.pop_back();
        minimums_[number].is_due = false;
        return number;
    }

    Terms terms(int number) const {
        return {terms_.data() + minimums_[number].first_term, terms_.data() + minimums_[number].last_term};
    }
    std::int64_t slack(int number) const { return minimums_[number].slack; }
    std::int64_t full_slack(int number) const { return minimums_[number].full_slack; }

private:
    struct Minimum {
        std::size_t first_term, last_term;
        std::int64_t slack;
        std::int64_t full_slack;  // the slack while no literal is false
        std::int32_t largest_weight;
        bool is_due;
    };
    struct Occurrence {
        std::int32_t minimum, weight;
    };

    void make_due(int number) {
        Minimum &minimum = minimums_[number];
        if (minimum.is_due || minimum.slack >= minimum.largest_weight) return;
        minimum.is_due = true;
        due_.push_back(number);
    }

    std::vector<Minimum> minimums_;
    std::vector<Term> terms_;
    PooledLists<Occurrence> occurrences_;  // per code
    std::vector<int> due_;
};

}  // namespace masume
