// How literals stand while a search goes on.
#pragma once

#include <cstdint>
#include <vector>

namespace masume {

using Literal = std::int32_t;  // of the model: a variable from 1 on, minus is not
using Clause = std::vector<Literal>;

enum class Truth : std::uint8_t { open, yes, no };  // open: not decided yet

}  // namespace masume
