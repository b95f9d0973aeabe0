// Bounds: counts and sights as structures, whose clauses are made of what was decided first.
#pragma once

#include <vector>

#include "statements.hpp"

namespace masume {

// When literals were decided.
class Ranks {
public:
    virtual ~Ranks() = default;
    virtual int rank(Literal literal) const = 0;  // of one that is decided; the later, the higher
};

class Counted : public Structure {
public:
    Counted(Count count, const Ranks &ranks);

    const std::vector<Literal> &literals() const override { return all_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void settle(const Assignment &) override {}

private:
    struct Weighed {
        Literal literal;  // that is true
        int weight;
    };
    void bound(const Assignment &assignment, bool upper, Deductions &deductions);
    void say(Literal last, std::int64_t needed, Deductions &deductions);

    Count count_;
    std::vector<Literal> all_;
    const Ranks &ranks_;
    std::int64_t total_ = 0;
    std::vector<Weighed> decided_, open_;
    Clause clause_;
};

class Sighted : public Structure {
public:
    Sighted(Sight sight, const Ranks &ranks);

    const std::vector<Literal> &literals() const override { return all_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void settle(const Assignment &) override {}

private:
    void see_no_more(const Assignment &assignment, Deductions &deductions);
    void see_no_fewer(const Assignment &assignment, Deductions &deductions);
    void say_seen(std::vector<int> lengths, int surplus, std::size_t ray, int open, Deductions &deductions);
    void say_blocked(const std::vector<int> &lengths, int slack, std::size_t but, Literal last, Deductions &deductions);

    Sight sight_;
    std::vector<Literal> all_;
    const Ranks &ranks_;
    Clause clause_;
};

}  // namespace masume
