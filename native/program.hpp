// Program: the constraints of a model, or of a part of one, as an array of integers that Python writes.
//
// A program has its own literals, numbered from 1.  Each statement is its kind, followed by its data:
//
//     1 clauses             size, literals (each clause terminated by 0)
//     2 count               condition, low, high, size, literals, weights
//     3 connected           graph, literals per vertex, 1 and literals per edge or 0, guard, longest pause
//     4 route               graph, literals per edge, whether it must be a closed loop, guard, longest pause
//     5 region              graph, literals per vertex, number of roots, roots, minimum size, maximum size (-1: any),
//                           guard, longest pause
//     6 preferred           size, literals
//     7 graph               a graph that later statements refer to
//     8 literals            size, literals that later statements refer to
//     9 ownership spread    part of a graph, literals per vertex, number of the list of land literals, literal
//                           `beyond`, number of roots, roots
//    10 no isolated vertex  graph, literals per vertex
//    11 owner               the rule instance that the following statements belong to, 0 for none
//    12 visibility          condition, low, high, number of rays, and per ray its size and literals
//    13 sum                 condition, first value, number of values, total, number of literals, literals
//    14 literal table       number of literals, literals, number of rows, and per row its lower and its upper 32 bits
//
// A graph is 0, its number of vertices, its number of edges and the two ends of each edge.  A part of a graph is the
// number (from 1) of an earlier graph, its number of vertices, and these vertices.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "graph.hpp"
#include "constraint_store.hpp"

namespace masume {

// Maps the literals of a program to those of a model: the first ones by a list, the others to consecutive helpers.  If
// the count is negative, every literal is mapped to itself.
struct LiteralMap {
    const Literal *listed;
    int count;
    Literal first_helper;

    Literal translate(Literal literal) const { return literal > 0 ? of_variable(literal) : -of_variable(-literal); }

private:
    Literal of_variable(Literal variable) const {
        if (count < 0) return variable;
        return variable <= count ? listed[variable - 1] : first_helper + (variable - count - 1);
    }
};

class Program {
public:
    Program(const int *start, std::size_t size, const LiteralMap &literal_map)
        : next_(start), end_(start + size), literal_map_(literal_map) {}

    // Add all statements to a solver or a reasoner.
    void add_to(ConstraintStore &store);

private:
    // A graph, or a part of one.
    struct GraphData {
        int size;
        std::vector<Edge> edges;
        const Graph *whole;            // the graph that it is a part of, or null
        std::vector<Vertex> vertices;  // of a part: their numbers in the whole
    };

    int next_number() { return *next_++; }
    Literal next_literal() { return literal_map_.translate(next_number()); }
    Literal next_guard() { return *next_ == 0 ? next_number() : next_literal(); }
    std::vector<int> next_numbers(std::size_t size);
    std::vector<Literal> next_literals(std::size_t size);
    GraphData next_graph();
    void find_edges(GraphData &part);
    void add_clauses(ConstraintStore &store);
    void add_count(ConstraintStore &store);
    void add_connected(ConstraintStore &store);
    void add_route(ConstraintStore &store);
    void add_region(ConstraintStore &store);
    void add_ownership_spread(ConstraintStore &store);
    void add_no_isolated_vertex(ConstraintStore &store);
    void add_visibility(ConstraintStore &store);
    void add_sum(ConstraintStore &store);
    void add_literal_table(ConstraintStore &store);
    void add_propagator(ConstraintStore &store, std::unique_ptr<Propagator> propagator, Cuts cuts);

    const int *next_;
    const int *end_;
    const LiteralMap &literal_map_;
    std::vector<Graph> graphs_;
    std::vector<std::vector<Literal>> lists_;
    std::vector<Vertex> number_in_part_;
};

}  // namespace masume
