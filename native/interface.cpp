// What Python calls, through ctypes: plain functions on a Solver.
//
// Whatever can go wrong returns `failed`; `masume_error` tells what it was, in the thread that asked.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "attempt.hpp"
#include "clingo_library.hpp"
#include "loop.hpp"
#include "program.hpp"
#include "solver.hpp"

namespace {

using namespace masume;

const ClingoLibrary *library = nullptr;  // never freed: a search may go on while the process ends

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// Goes up whenever these functions change, so that no other version of the Python side calls them.
int masume_interface() { return 3; }

const char *masume_error() { return last_error.c_str(); }

int masume_load(const char *clingo) {
    return attempt([=] {
        library = new ClingoLibrary(clingo);
        return 0;
    });
}

Solver *masume_new(const char *const *options, int count, int patience) {
    Solver *solver = nullptr;
    attempt([&] {
        solver = new Solver(*library, {options, options + count}, patience);
        return 0;
    });
    return solver;
}

void masume_delete(Solver *solver) { delete solver; }

int masume_grow(Solver *solver, int variables) {
    solver->grow(variables);
    return 0;
}

// Whether clauses, each ended by 0, make edges that hang together a closed loop, of which more follows.
int masume_is_closed(int size, const int *ends, int count, const int *literals, const int *clauses, std::size_t length) {
    return attempt([=] {
        std::vector<Edge> edges(count);
        for (int number = 0; number < count; ++number) edges[number] = {ends[2 * number], ends[2 * number + 1]};
        const Graph graph(size, std::move(edges));
        return is_closed(graph, {literals, literals + count}, {clauses, clauses + length}) ? 1 : 0;
    });
}

// Clauses, each ended by 0.
int masume_add_clauses(Solver *solver, const int *clauses, std::size_t size) {
    return attempt([=] {
        std::copy(clauses, clauses + size, solver->add_clauses(size));
        return 0;
    });
}

// Programs by their addresses and sizes, in turns; and what each one's literals are: how many are given (-1: all are as
// they are), the first helper, the given ones.
int masume_state(Solver *solver, const std::int64_t *programs, int count, const int *settings) {
    return attempt([=] {
        const int *next = settings;
        for (int number = 0; number < count; ++number) {
            const Setting setting{next + 2, next[0], next[1]};
            Program(reinterpret_cast<const int *>(programs[2 * number]), programs[2 * number + 1], setting).state(*solver);
            next += 2 + std::max(setting.count, 0);
        }
        return 0;
    });
}

int masume_solve(Solver *solver, const int *assumptions, int count, int conflicts) {
    return attempt([=] { return static_cast<int>(solver->solve({assumptions, assumptions + count}, conflicts)); });
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
