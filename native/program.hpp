// Program: the constraints of a model, or of a part of one, as an array of integers that Python writes.
//
// A program has its own literals, numbered from 1, which is always true.  It begins with a header (see ProgramHeader).
// Then there are entries; each is its kind, followed by its data:
//
//     1 clauses             size, literals (each clause terminated by 0)
//     2 count               condition, low, high, size, literals, weights
//     3 connected           graph, literals per vertex, 1 and literals per edge or 0, guard, longest pause
//     4 route               graph, literals per edge, whether it must be a closed loop, guard, longest pause
//     5 region              graph, literals per vertex, number of roots, roots, minimum size, maximum size (-1: any),
//                           guard, longest pause
//     6 preferred           size, literals
//     7 graph               a graph that later entries refer to
//     8 literals            size, literals that later entries refer to
//     9 ownership spread    part of a graph, literals per vertex, number of the list of land literals, literal
//                           `beyond`, number of roots, roots
//    10 no isolated vertex  graph, literals per vertex
//    11 origin              where the constraints of the following entries come from: the three numbers of Origin
//    12 visibility          condition, low, high, number of rays, and per ray its size and literals
//    13 sum                 condition, first value, number of values, total, number of literals, literals
//    14 literal table       number of literals, literals, number of rows, and per row its lower and its upper 32 bits
//    15 parity              graph, literals per edge
//
// A graph is 0, its number of vertices, its number of edges and the two ends of each edge.  A part of a graph is the
// number (from 1) of an earlier graph, its number of vertices, and these vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "graph.hpp"
#include "constraint_store.hpp"

namespace masume {

struct ProgramHeader {
    int size;       // of the program in integers, including this header
    int variables;  // how many of its variables the model knows: the first ones
    int listed;     // of a template: how many literals each use lists; -1 if the variables are those of the model
    int helpers;    // how many further variables it has

    explicit ProgramHeader(const int *program)
        : size(program[0]), variables(program[1]), listed(program[2]), helpers(program[3]) {}
    static constexpr int length = 4;
};

// Maps the literals of a program to those of a model.  In a template, the first variable is always true; then come the
// literals that a use lists, those that it has created, and helpers.  In other programs, only helpers are mapped.
class LiteralMap {
public:
    // `use` has the first literal that a use of a template has created, and then those that it lists.
    LiteralMap(const ProgramHeader &header, const int *use, Literal first_helper)
        : variables_(header.variables), listed_(header.listed), use_(use),
          to_helper_(first_helper - header.variables - 1), to_created_(use ? use[0] - header.listed - 2 : 0) {}

    Literal translate(Literal literal) const { return literal > 0 ? of_variable(literal) : -of_variable(-literal); }

private:
    Literal of_variable(Literal variable) const {
        if (variable > variables_) return variable + to_helper_;
        if (listed_ < 0 || variable == 1) return variable;
        return variable <= listed_ + 1 ? use_[variable - 1] : variable + to_created_;
    }

    int variables_, listed_;
    const int *use_;
    int to_helper_, to_created_;  // the differences between variables of the model and of the program
};

class Program {
public:
    Program(const int *start, const LiteralMap &literal_map)
        : next_(start + ProgramHeader::length), end_(start + ProgramHeader(start).size), literal_map_(literal_map) {}

    // Add all constraints to a solver or a reasoner.
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
    void add_parity(ConstraintStore &store);
    void add_propagator(ConstraintStore &store, std::unique_ptr<Propagator> propagator, Cuts cuts);

    const int *next_;
    const int *end_;
    const LiteralMap literal_map_;
    std::vector<Graph> graphs_;
    std::vector<std::vector<Literal>> lists_;
    std::vector<Vertex> number_in_part_;
};

// Add programs to a solver.  The first is the program of the model itself; the others are templates, one per use, or a
// skeleton.  `uses` has the data of each use of a template (see LiteralMap), one after the other.  The helpers of all
// programs are numbered one after the other, after the variables of the model.
void add_programs(const std::vector<std::int64_t> &addresses, const int *uses, ConstraintStore &store);

}  // namespace masume
