// ClauseStore: clauses of literal codes, one after the other in one array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "literal_code.hpp"

namespace masume {

using ClauseNumber = std::uint32_t;  // where a clause begins in its store

// A clause that a search may forget has a rank: the lower, the more useful it has been.
constexpr std::uint32_t permanent = 0;

class ClauseStore {
public:
    ClauseNumber add(const std::vector<Code> &literals, std::uint32_t rank) {
        const auto number = static_cast<ClauseNumber>(numbers_.size());
        numbers_.push_back(static_cast<std::uint32_t>(literals.size()));
        numbers_.push_back(rank);
        numbers_.insert(numbers_.end(), literals.begin(), literals.end());
        forgettable_ += rank != permanent;
        return number;
    }

    std::uint32_t size(ClauseNumber clause) const { return numbers_[clause]; }
    std::uint32_t rank(ClauseNumber clause) const { return numbers_[clause + 1]; }
    Code *literals(ClauseNumber clause) { return numbers_.data() + clause + header; }
    const Code *literals(ClauseNumber clause) const { return numbers_.data() + clause + header; }

    // To visit all clauses: the first one, the one after another, and the end.
    ClauseNumber first() const { return 0; }
    ClauseNumber after(ClauseNumber clause) const { return clause + header + size(clause); }
    ClauseNumber end() const { return static_cast<ClauseNumber>(numbers_.size()); }

    std::size_t forgettable() const { return forgettable_; }  // how many clauses may be forgotten

private:
    static constexpr std::uint32_t header = 2;  // size and rank
    std::vector<std::uint32_t> numbers_;
    std::size_t forgettable_ = 0;
};

}  // namespace masume
