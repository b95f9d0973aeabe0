#include "choice.hpp"

#include <algorithm>

namespace masume {

bool Chosen::fits(Row yes, Row no) const {
    return std::any_of(choices_.rows.begin(), choices_.rows.end(),
                       [=](Row row) { return (row & yes) == yes && (row & no) == 0; });
}

void Chosen::deduce(const Assignment &assignment, Deductions &deductions) {
    Row yes = 0, no = 0;
    for (std::size_t index = 0; index < choices_.literals.size(); ++index) {
        const Truth truth = assignment.truth(choices_.literals[index]);
        if (truth == Truth::yes) yes |= Row{1} << index;
        if (truth == Truth::no) no |= Row{1} << index;
    }
    Row all = ~Row{0}, some = 0;
    for (const Row row : choices_.rows) {
        if ((row & yes) != yes || (row & no) != 0) continue;
        all &= row;
        some |= row;
    }
    if ((all & ~some) != 0) return say(yes, no, 0, 0, deductions);  // no row is left
    for (std::size_t index = 0; index < choices_.literals.size(); ++index) {
        const Row bit = Row{1} << index;
        if (((yes | no) & bit) != 0) continue;
        if ((all & bit) != 0) say(yes, no, 0, bit, deductions);
        if ((some & bit) == 0) say(yes, no, bit, 0, deductions);
    }
}

void Chosen::say(Row yes, Row no, Row with, Row without, Deductions &deductions) {
    std::vector<std::size_t> decided;
    for (std::size_t index = 0; index < choices_.literals.size(); ++index)
        if (((yes | no) >> index & 1U) != 0) decided.push_back(index);
    std::stable_sort(decided.begin(), decided.end(), [this](std::size_t one, std::size_t other) {
        return ranks_.rank(choices_.literals[one]) > ranks_.rank(choices_.literals[other]);
    });
    clause_.clear();
    for (const std::size_t index : decided) {
        const Row bit = Row{1} << index;
        if (!fits((yes & ~bit) | with, (no & ~bit) | without)) {
            yes &= ~bit;
            no &= ~bit;
            continue;
        }
        clause_.push_back((yes & bit) != 0 ? -choices_.literals[index] : choices_.literals[index]);
    }
    for (std::size_t index = 0; index < choices_.literals.size(); ++index) {
        if ((with >> index & 1U) != 0) clause_.push_back(-choices_.literals[index]);
        if ((without >> index & 1U) != 0) clause_.push_back(choices_.literals[index]);
    }
    deductions.add(clause_);
}

}  // namespace masume
