// Literals, clauses and truth values during a search.
#pragma once

#include <cstdint>
#include <vector>

namespace masume {

using Literal = std::int32_t;  // of the model: a variable, numbered from 1, or its negation
using Clause = std::vector<Literal>;

enum class Truth : std::uint8_t { open, yes, no };  // open: undecided

}  // namespace masume
