#include "literal_table.hpp"

#include <algorithm>

namespace masume {

bool TablePropagator::has_row(Row yes, Row no) const {
    return std::any_of(table_.rows.begin(), table_.rows.end(),
                       [=](Row row) { return (row & yes) == yes && (row & no) == 0; });
}

void TablePropagator::deduce(const Assignment &assignment, Deductions &deductions) {
    Row yes = 0, no = 0;
    for (std::size_t index = 0; index < table_.literals.size(); ++index) {
        const Truth truth = assignment.truth(table_.literals[index]);
        if (truth == Truth::yes) yes |= Row{1} << index;
        if (truth == Truth::no) no |= Row{1} << index;
    }
    Row always = ~Row{0}, sometimes = 0;
    for (const Row row : table_.rows) {
        if ((row & yes) != yes || (row & no) != 0) continue;
        always &= row;
        sometimes |= row;
    }
    if ((always & ~sometimes) != 0) return add_clause(yes, no, 0, 0, deductions);  // no row agrees
    for (std::size_t index = 0; index < table_.literals.size(); ++index) {
        const Row bit = Row{1} << index;
        if (((yes | no) & bit) != 0) continue;
        if ((always & bit) != 0) add_clause(yes, no, 0, bit, deductions);
        if ((sometimes & bit) == 0) add_clause(yes, no, bit, 0, deductions);
    }
}

void TablePropagator::add_clause(Row yes, Row no, Row assumed_yes, Row assumed_no, Deductions &deductions) {
    std::vector<std::size_t> decided;
    for (std::size_t index = 0; index < table_.literals.size(); ++index)
        if (((yes | no) >> index & 1U) != 0) decided.push_back(index);
    std::stable_sort(decided.begin(), decided.end(), [this](std::size_t one, std::size_t other) {
        return ranks_.rank(table_.literals[one]) > ranks_.rank(table_.literals[other]);
    });
    clause_.clear();
    for (const std::size_t index : decided) {
        const Row bit = Row{1} << index;
        if (!has_row((yes & ~bit) | assumed_yes, (no & ~bit) | assumed_no)) {
            yes &= ~bit;
            no &= ~bit;
            continue;
        }
        clause_.push_back((yes & bit) != 0 ? -table_.literals[index] : table_.literals[index]);
    }
    for (std::size_t index = 0; index < table_.literals.size(); ++index) {
        if ((assumed_yes >> index & 1U) != 0) clause_.push_back(-table_.literals[index]);
        if ((assumed_no >> index & 1U) != 0) clause_.push_back(table_.literals[index]);
    }
    deductions.add(clause_);
}

}  // namespace masume
