// Propagator: finds what follows from one constraint, and explains it in clauses.
#pragma once

#include <vector>

#include "truth.hpp"

namespace masume {

// The current truth values of a search, for propagators.
class Assignment {
public:
    virtual ~Assignment() = default;
    virtual Truth truth(Literal literal) const = 0;
};

// Receives the clauses that a propagator finds.
class Deductions {
public:
    virtual ~Deductions() = default;
    // Receive a clause that the constraint implies; at most one literal is open, the others are false.  Returns whether
    // the propagator should continue; all clauses received so far remain valid.
    virtual bool add(const Clause &clause) = 0;
};

class Propagator {
public:
    virtual ~Propagator() = default;
    // The literals that the constraint depends on; 0 stands for "always true".
    virtual const std::vector<Literal> &literals() const = 0;
    // Find clauses that force a literal or are violated.  If all literals are decided and none is found, the constraint
    // holds.
    virtual void deduce(const Assignment &assignment, Deductions &deductions) = 0;
    // Remove excluded vertices or edges; called only while every decided literal is decided permanently.
    virtual void simplify(const Assignment &assignment) = 0;
};

// Whether enough vertices or edges are excluded to build a smaller graph.
inline bool is_worth_simplifying(std::size_t excluded, std::size_t all) { return excluded > 0 && excluded * 16 >= all; }

}  // namespace masume
