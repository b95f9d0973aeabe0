// Program: clauses, counts and structures as one array of integers, which Python makes once and hands over often.
//
// It speaks of literals of its own, numbered from 1 on.  Each statement is its kind and what follows it:
//
//     clauses    size, literals (each clause ended by 0)
//     count      condition, low, high, size, literals, weights
//     connected  guard, longest pause, graph, literals per vertex, 1 and literals per edge, or 0
//     route      guard, longest pause, graph, literals per edge, whether it is known to be closed
//     region     guard, longest pause, graph, literals per vertex, number of roots, roots, least, most (-1: any)
//     preferred  size, literals
//
// where a graph is its number of vertices, its number of edges, and the two ends of each edge.
#pragma once

#include <cstddef>
#include <vector>

#include "graph.hpp"
#include "solver.hpp"

namespace masume {

// Which literals of a solver those of a program are: the first are given, the others counted on from the first helper;
// all are what they are if the count is negative.
struct Setting {
    const Literal *given;
    int count;
    Literal first_helper;

    Literal here(Literal own) const { return own > 0 ? positive(own) : -positive(-own); }

private:
    Literal positive(Literal own) const {
        if (count < 0) return own;
        return own <= count ? given[own - 1] : first_helper + (own - count - 1);
    }
};

class Program {
public:
    Program(const int *start, std::size_t size) : next_(start), end_(start + size) {}

    // State all of it to a solver.
    void state(Solver &solver, const Setting &setting);

private:
    int number() { return *next_++; }
    std::vector<int> numbers(std::size_t size);
    std::vector<Literal> literals(std::size_t size, const Setting &setting);
    std::vector<Edge> edges();
    void state_clauses(Solver &solver, const Setting &setting);
    void state_count(Solver &solver, const Setting &setting);
    void state_structure(int kind, Solver &solver, const Setting &setting);

    const int *next_;
    const int *end_;
};

}  // namespace masume
