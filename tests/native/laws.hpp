// For the tests of the extension: an assertion, random graphs and truth values, and worlds.  A world has a truth value
// for each of a few variables.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "graph.hpp"
#include "truth.hpp"

#define EXPECT(condition)                                                              \
    do {                                                                               \
        if (!(condition)) {                                                            \
            std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                              \
        }                                                                              \
    } while (false)

namespace masume {

class RandomSource {
public:
    explicit RandomSource(unsigned seed) : source_(seed) {}

    int below(int limit) { return static_cast<int>(source_() % static_cast<unsigned>(limit)); }
    bool one_in(int number) { return below(number) == 0; }

    // At most `max_count` random edges of a graph of this size, some of them parallel.
    std::vector<Edge> edges(int size, int max_count) {
        std::vector<Edge> drawn;
        for (int number = size < 2 ? 0 : below(max_count + 1); number > 0; --number) {
            const Vertex a = below(size);
            drawn.push_back({a, (a + 1 + below(size - 1)) % size});
        }
        return drawn;
    }

    // Random truth values; on average, this many of ten are open.
    std::vector<Truth> truths(int number, int open_in_ten) {
        std::vector<Truth> drawn(number);
        for (Truth &truth : drawn)
            truth = below(10) < open_in_ten ? Truth::open : one_in(2) ? Truth::yes : Truth::no;
        return drawn;
    }

    // `number` random literals; if `distinct`, of different variables.
    std::vector<Literal> literals(int variables, int number, bool distinct) {
        std::vector<Literal> drawn(variables);
        std::iota(drawn.begin(), drawn.end(), 1);
        for (int next = 0; next < variables; ++next) std::swap(drawn[next], drawn[next + below(variables - next)]);
        drawn.resize(number);
        for (Literal &literal : drawn) {
            if (!distinct) literal = 1 + below(variables);
            if (one_in(3)) literal = -literal;
        }
        return drawn;
    }

private:
    std::mt19937 source_;
};

using World = unsigned;  // bit v - 1 is set if variable v is true

inline bool true_in(World world, Literal literal) {
    return ((world >> (std::abs(literal) - 1)) & 1U) == (literal > 0 ? 1U : 0U);
}

// The truth value of a literal, given those of the variables.
inline Truth truth_of(Literal literal, const std::vector<Truth> &truth) {
    const Truth here = truth[std::abs(literal) - 1];
    if (here == Truth::open || literal > 0) return here;
    return here == Truth::yes ? Truth::no : Truth::yes;
}

template <int variables>
using WorldsOf = std::bitset<1U << variables>;

// The worlds in which a condition holds.
template <int variables>
WorldsOf<variables> worlds_where(const std::function<bool(World)> &holds) {
    WorldsOf<variables> found;
    for (World world = 0; world < found.size(); ++world) found[world] = holds(world);
    return found;
}

// The worlds in which a literal is true.
template <int variables>
const WorldsOf<variables> &worlds_where(Literal literal) {
    static const std::vector<WorldsOf<variables>> by_literal = [] {
        std::vector<WorldsOf<variables>> all;
        for (Literal each = -variables; each <= variables; ++each)
            all.push_back(worlds_where<variables>([=](World world) { return each != 0 && true_in(world, each); }));
        return all;
    }();
    return by_literal[literal + variables];
}

// The vertices that a start reaches over usable vertices and edges.  Unlike the tested algorithms, this one extends the
// set by single edges until nothing changes.
template <class VertexTest, class EdgeTest>
std::vector<char> reach(const Graph &graph, Vertex start, VertexTest can_use_vertex, EdgeTest can_use_edge) {
    std::vector<char> in(graph.size(), false);
    in[start] = can_use_vertex(start);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int number = 0; number < graph.edge_count(); ++number) {
            const auto [a, b] = graph.edge(number);
            if (!can_use_edge(number) || in[a] == in[b] || !can_use_vertex(a) || !can_use_vertex(b)) continue;
            in[a] = in[b] = has_changed = true;
        }
    }
    return in;
}

// Whether the vertices that are on are connected over linked edges.
inline bool are_connected(const Graph &graph, const std::function<bool(Vertex)> &on,
                          const std::function<bool(int)> &link) {
    for (Vertex start = 0; start < graph.size(); ++start) {
        if (!on(start)) continue;
        const std::vector<char> part = reach(graph, start, on, link);
        for (Vertex vertex = 0; vertex < graph.size(); ++vertex)
            if (on(vertex) && !part[vertex]) return false;
        return true;
    }
    return true;
}

// Whether the edges that are on form one closed loop, which passes every vertex at most once.
inline bool is_closed_loop(const Graph &graph, const std::vector<Literal> &on, World world) {
    std::vector<int> degree(graph.size(), 0);
    for (int edge = 0; edge < graph.edge_count(); ++edge) {
        degree[graph.edge(edge).a] += true_in(world, on[edge]);
        degree[graph.edge(edge).b] += true_in(world, on[edge]);
    }
    const auto touched = [&](Vertex vertex) { return degree[vertex] > 0; };
    return std::all_of(degree.begin(), degree.end(), [](int each) { return each == 0 || each == 2; }) &&
           std::count(degree.begin(), degree.end(), 2) > 0 &&
           are_connected(graph, touched, [&](int edge) { return true_in(world, on[edge]); });
}

}  // namespace masume
