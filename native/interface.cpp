// What Python calls, through ctypes: plain functions on a Solver.
//
// Whatever can go wrong returns `failed`; `masume_error` tells what it was, in the thread that asked.
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clingo_library.hpp"
#include "joined.hpp"
#include "loop.hpp"
#include "region.hpp"
#include "solver.hpp"

namespace {

using namespace masume;

constexpr int failed = -1;
const ClingoLibrary *library = nullptr;  // never freed: a search may go on while the process ends
thread_local std::string last_error;

template <class Work>
int attempt(Work work) {
    try {
        return work();
    } catch (const std::exception &error) {
        last_error = error.what();
    } catch (...) {
        last_error = "an unknown error";
    }
    return failed;
}

std::vector<Edge> edges_of(const int *ends, int count) {
    std::vector<Edge> edges;
    for (int number = 0; number < count; ++number) edges.push_back({ends[2 * number], ends[2 * number + 1]});
    return edges;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// Goes up whenever these functions change, so that no other version of the Python side calls them.
int masume_interface() { return 1; }

const char *masume_error() { return last_error.c_str(); }

int masume_load(const char *clingo) {
    return attempt([=] {
        library = new ClingoLibrary(clingo);
        return 0;
    });
}

Solver *masume_new(const char *const *options, int count) {
    Solver *solver = nullptr;
    attempt([&] {
        solver = new Solver(*library, {options, options + count});
        return 0;
    });
    return solver;
}

void masume_delete(Solver *solver) { delete solver; }

int masume_grow(Solver *solver, int variables) {
    solver->grow(variables);
    return 0;
}

int masume_prefer(Solver *solver, const int *literals, int count) {
    return attempt([=] {
        solver->prefer({literals, literals + count});
        return 0;
    });
}

int masume_add_clauses(Solver *solver, const int *clauses, std::size_t size) {
    return attempt([=] {
        solver->add_clauses(clauses, size);
        return 0;
    });
}

int masume_add_count(Solver *solver, const int *literals, const int *weights, int count, std::int64_t low,
                     std::int64_t high, int when) {
    return attempt([=] {
        solver->add_count({{literals, literals + count}, {weights, weights + count}, low, high, when});
        return 0;
    });
}

int masume_add_connected(Solver *solver, int size, const int *ends, int count, const int *literals, const int *links,
                         int guard, int longest) {
    return attempt([=] {
        Web web = web_of_vertices(size, edges_of(ends, count), literals, links);
        solver->add_structure(std::make_unique<Joined>(std::move(web)), guard, longest);
        return 0;
    });
}

// Says whether the clauses added before make it a closed loop, of which more follows.
int masume_add_route(Solver *solver, int size, const int *ends, int count, const int *literals, int guard, int longest) {
    return attempt([=] {
        Graph graph(size, edges_of(ends, count));
        std::vector<Literal> on(literals, literals + count);
        const bool closed = guard == 0 && is_closed(graph, on, solver->clauses());
        std::unique_ptr<Structure> structure;
        if (closed)
            structure = std::make_unique<Loop>(std::move(graph), std::move(on));
        else
            structure = std::make_unique<Joined>(web_of_edges(size, edges_of(ends, count), literals));
        solver->add_structure(std::move(structure), guard, longest);
        return closed ? 1 : 0;
    });
}

int masume_add_region(Solver *solver, int size, const int *ends, int count, const int *literals, const int *roots,
                      int root_count, int least, int most, int guard, int longest) {
    return attempt([=] {
        Size wanted;
        wanted.least = least;
        if (most >= 0) wanted.most = most;
        std::vector<Vertex> starts(roots, roots + root_count);
        auto region = std::make_unique<Region>(size, edges_of(ends, count), literals, starts, wanted);
        solver->add_structure(std::move(region), guard, longest);
        return 0;
    });
}

int masume_solve(Solver *solver, const int *assumptions, int count) {
    return attempt([=] { return static_cast<int>(solver->solve({assumptions, assumptions + count})); });
}

void masume_interrupt(Solver *solver) { solver->interrupt(); }

// The last solution: for each of so many variables itself, or its negation.
void masume_values(const Solver *solver, int *values, int count) {
    for (int variable = 1; variable <= count; ++variable)
        values[variable - 1] = solver->values()[variable] ? variable : -variable;
}

// Assumptions that cannot hold together; says how many.
int masume_core(const Solver *solver, int *literals, int most) {
    int count = 0;
    for (const Literal literal : solver->core())
        if (count < most) literals[count++] = literal;
    return count;
}

void masume_statistics(const Solver *solver, std::int64_t *four) {
    const Statistics &counted = solver->statistics();
    four[0] = counted.choices;
    four[1] = counted.conflicts;
    four[2] = counted.looks;
    four[3] = counted.deductions;
}

}  // extern "C"
#pragma GCC visibility pop
