// Program: clauses, counts and structures as one array of integers, which Python makes once and hands over often.
//
// It speaks of literals of its own, numbered from 1 on.  Each statement is its kind and what follows it:
//
//     1 clauses    size, literals (each clause ended by 0)
//     2 count      condition, low, high, size, literals, weights
//     3 connected  graph, literals per vertex, 1 and literals per edge or 0, guard, longest pause
//     4 route      graph, literals per edge, whether it is known to be closed, guard, longest pause
//     5 region     graph, literals per vertex, number of roots, roots, least, most (-1: any), guard, longest pause
//     6 preferred  size, literals
//     7 graph      a graph, to be referred to
//     8 literals   size, literals, to be referred to
//     9 spread     part of a graph, literals per vertex, number of the land's literals, beyond, number of roots, roots
//    10 supported  graph, literals per vertex
//    11 owner      the instance that what follows belongs to, 0 if to none
//    12 sight      condition, low, high, number of rays, and per ray its size and literals
//    13 combination  condition, first value, number of values, total, number of literals, literals
//    14 choices    number of literals, literals, number of rows, and per row its lower and its upper 32 bits
//
// where a graph is 0, its number of vertices, its number of edges and the two ends of each edge; or the number (from 1
// on) of a graph before, and, of the part of it that is meant, the number of vertices and the vertices.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "graph.hpp"
#include "statements.hpp"

namespace masume {

// Which literals of a model those of a program are: the first are given, the others counted on from the first helper;
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
    Program(const int *start, std::size_t size, const Setting &setting)
        : next_(start), end_(start + size), setting_(setting) {}

    // State all of it to a search or a line of reasoning.
    void state(Statements &statements);

private:
    // A graph, or a part of one.
    struct Shape {
        int size;
        std::vector<Edge> edges;
        const Graph *whole;            // nothing if it is no part
        std::vector<Vertex> vertices;  // of the part, in the whole
    };

    int number() { return *next_++; }
    Literal literal() { return setting_.here(number()); }
    Literal guard() { return *next_ == 0 ? number() : literal(); }
    std::vector<int> numbers(std::size_t size);
    std::vector<Literal> literals(std::size_t size);
    Shape shape();
    void join(Shape &part);
    void state_clauses(Statements &statements);
    void state_count(Statements &statements);
    void state_connected(Statements &statements);
    void state_route(Statements &statements);
    void state_region(Statements &statements);
    void state_spread(Statements &statements);
    void state_supported(Statements &statements);
    void state_sight(Statements &statements);
    void state_combination(Statements &statements);
    void state_choices(Statements &statements);
    void add_structure(Statements &statements, std::unique_ptr<Structure> structure, Cuts cuts);

    const int *next_;
    const int *end_;
    const Setting &setting_;
    std::vector<Graph> graphs_;
    std::vector<std::vector<Literal>> lists_;
    std::vector<Vertex> number_in_part_;
};

}  // namespace masume
