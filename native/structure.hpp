// Structure: a constraint on a graph, which says in clauses what follows from it.
#pragma once

#include <vector>

#include "truth.hpp"

namespace masume {

// What a structure reads.
class Assignment {
public:
    virtual ~Assignment() = default;
    virtual Truth truth(Literal literal) const = 0;
};

// Where a structure puts what it finds.
class Deductions {
public:
    virtual ~Deductions() = default;
    // Take a clause that the structure implies and that is false now, or has one open literal and else false ones.
    // Says whether to go on; what was found before stays true if not.
    virtual bool add(const Clause &clause) = 0;
};

class Structure {
public:
    virtual ~Structure() = default;
    // The literals on which it depends; 0 stands for what is always so.
    virtual const std::vector<Literal> &literals() const = 0;
    // Find what follows.  If everything is decided and nothing is found, the structure holds.
    virtual void deduce(const Assignment &assignment, Deductions &deductions) = 0;
    // Forget what is excluded for good: called when nothing is decided but what stays so.
    virtual void settle(const Assignment &assignment) = 0;
};

// Of so many parts that are excluded it is worth making a smaller graph.
inline bool worth_forgetting(std::size_t excluded, std::size_t all) { return excluded > 0 && excluded * 16 >= all; }

}  // namespace masume
