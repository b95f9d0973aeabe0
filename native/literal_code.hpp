// Codes: literals as indices of arrays, twice the variable, plus one if it is negated.
#pragma once

#include <cstdint>

#include "truth.hpp"

namespace masume {

using Code = std::uint32_t;

inline Code code_of(Literal literal) {
    return literal > 0 ? 2 * static_cast<Code>(literal) : 2 * static_cast<Code>(-literal) + 1;
}
inline Code negated(Code code) { return code ^ 1U; }
inline int variable_of(Code code) { return static_cast<int>(code >> 1U); }
inline Literal literal_of(Code code) {
    const auto variable = static_cast<Literal>(code >> 1U);
    return (code & 1U) != 0 ? -variable : variable;
}

}  // namespace masume
