// What the tests of the extension share: expectations that say where they failed, and random graphs and assignments.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "graph.hpp"
#include "truth.hpp"

#define EXPECT(condition)                                                              \
    do {                                                                               \
        if (!(condition)) {                                                            \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                              \
        }                                                                              \
    } while (false)

namespace masume {

class Lot {
public:
    explicit Lot(unsigned seed) : source_(seed) {}

    int below(int limit) { return static_cast<int>(source_() % static_cast<unsigned>(limit)); }
    bool one_in(int number) { return below(number) == 0; }

    std::vector<Edge> edges(int size, int most) {  // some of them parallel
        std::vector<Edge> drawn;
        for (int number = size < 2 ? 0 : below(most + 1); number > 0; --number) {
            const Vertex one = below(size);
            drawn.push_back({one, (one + 1 + below(size - 1)) % size});
        }
        return drawn;
    }

    std::vector<Truth> truths(int number, int open_in_ten) {
        std::vector<Truth> drawn(number);
        for (Truth &truth : drawn)
            truth = below(10) < open_in_ten ? Truth::open : one_in(2) ? Truth::yes : Truth::no;
        return drawn;
    }

private:
    std::mt19937 source_;
};

// Which vertices a start comes to over vertices and edges that may be passed; by a method of its own: merging until
// nothing changes.
template <class PassVertex, class PassEdge>
std::vector<char> reach(const Graph &graph, Vertex start, PassVertex vertex_open, PassEdge edge_open) {
    std::vector<char> in(graph.size(), false);
    in[start] = vertex_open(start);
    for (bool grown = true; grown;) {
        grown = false;
        for (int number = 0; number < graph.edge_count(); ++number) {
            const auto [one, other] = graph.edge(number);
            if (!edge_open(number) || in[one] == in[other] || !vertex_open(one) || !vertex_open(other)) continue;
            in[one] = in[other] = grown = true;
        }
    }
    return in;
}

}  // namespace masume
