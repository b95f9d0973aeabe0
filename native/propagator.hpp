// Propagator: finds what follows from one constraint, and explains it in clauses.
#pragma once

#include <vector>

#include "truth.hpp"

namespace masume {

// What a propagator knows of the search.
class Assignment {
public:
    virtual ~Assignment() = default;
    virtual Truth truth(Literal literal) const = 0;
};

// Takes the clauses that a propagator finds.
class Deductions {
public:
    virtual ~Deductions() = default;
    // Take a clause that the constraint implies, with at most one open literal, the others false.  Returns whether the
    // propagator shall continue; the clauses so far are valid in any case.
    virtual bool add(const Clause &clause) = 0;
};

class Propagator {
public:
    virtual ~Propagator() = default;
    // The literals that the constraint depends on; 0 stands for "always true".
    virtual const std::vector<Literal> &literals() const = 0;
    // Find what follows.  If everything is decided and nothing is found, the constraint holds.
    virtual void deduce(const Assignment &assignment, Deductions &deductions) = 0;
    // Remove what is excluded; called when all decided literals are decided permanently.
    virtual void simplify(const Assignment &assignment) = 0;
};

// Whether enough vertices or edges are excluded to build a smaller graph.
inline bool is_worth_simplifying(std::size_t excluded, std::size_t all) { return excluded > 0 && excluded * 16 >= all; }

}  // namespace masume
