// Chosen: the true literals are those of one of some rows, as a structure that looks at every row.
#pragma once

#include <cstdint>
#include <vector>

#include "bounds.hpp"

namespace masume {

class Chosen : public Structure {
public:
    Chosen(LiteralTable choices, const Ranks &ranks) : choices_(std::move(choices)), ranks_(ranks) {}

    const std::vector<Literal> &literals() const override { return choices_.literals; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void settle(const Assignment &) override {}

private:
    using Row = LiteralTable::Row;

    // Whether a row fits what is true and what is not.
    bool fits(Row yes, Row no) const;
    // Literals that cannot all hold: those that are decided, but for what is not needed, latest first, and the last one.
    void say(Row yes, Row no, Row with, Row without, Deductions &deductions);

    LiteralTable choices_;
    const Ranks &ranks_;
    Clause clause_;
};

}  // namespace masume
