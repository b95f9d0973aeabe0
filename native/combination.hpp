// Combined: numbers that differ and have a sum, as a structure that knows every combination.
#pragma once

#include <cstdint>
#include <vector>

#include "bounds.hpp"

namespace masume {

class Combined : public Structure {
public:
    Combined(Combination combination, const Ranks &ranks);

    const std::vector<Literal> &literals() const override { return all_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void settle(const Assignment &) override {}

    static constexpr int most_values = 12;

private:
    using Values = std::uint32_t;  // a set: bit i for the value first + i

    // Per number the values that it has in some combination of those that it may have; says whether there is any.
    bool possible(const std::vector<Values> &may, std::vector<Values> &has);
    // Leave out of what is excluded, latest first, whatever is not needed for a number to be without a value.
    void say(const Assignment &assignment, std::size_t number, Values value, Deductions &deductions);

    Combination combination_;
    std::vector<Literal> all_;
    const Ranks &ranks_;
    std::size_t size_;                         // how many numbers
    std::vector<char> adds_up_;                // per set of values
    std::vector<std::vector<char>> reached_;   // per number, per set: whether those before can have it
    std::vector<std::vector<Values>> sets_;    // and the sets that they can have
    std::vector<std::vector<char>> finished_;  // whether those from there on can complete it
    std::vector<Values> may_, has_;
    Clause clause_;
};

}  // namespace masume
