// Propagator of literal tables: the true literals are exactly those of one row.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bounds.hpp"

namespace masume {

class TablePropagator : public Propagator {
public:
    TablePropagator(LiteralTable table, const Ranks &ranks) : table_(std::move(table)), ranks_(ranks) {}

    const std::vector<Literal> &literals() const override { return table_.literals; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void simplify(const Assignment &) override {}

private:
    using Row = LiteralTable::Row;

    // Whether some row has all literals of `yes` and none of `no`.
    bool has_row(Row yes, Row no) const;
    // Add a clause that forbids the decided literals together with the assumed ones, with which no row agrees.  Decided
    // literals that are not needed are left out, those decided last first.
    void add_clause(Row yes, Row no, Row assumed_yes, Row assumed_no, Deductions &deductions);

    LiteralTable table_;
    const Ranks &ranks_;
    Clause clause_;
};

}  // namespace masume
