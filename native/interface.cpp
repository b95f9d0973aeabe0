// The C interface of Solver, which Python calls through ctypes.
//
// A function that fails returns `failed`; then `masume_error` returns the message, in the same thread.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cdcl_solver.hpp"
#include "clingo_library.hpp"
#include "clingo_solver.hpp"
#include "errors.hpp"
#include "loop.hpp"
#include "program.hpp"
#include "solver.hpp"

namespace {

using namespace masume;

const ClingoLibrary *library = nullptr;  // never freed: a search may still run when the process ends

// Return what the function returns, or nullptr if it throws.
template <class Function>
Solver *create_solver(Function create) {
    Solver *solver = nullptr;
    catch_errors([&] {
        solver = create();
        return 0;
    });
    return solver;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// Increase this whenever an interface function changes, here and in native_library.py: Python refuses other versions.
int masume_interface() { return 7; }

const char *masume_error() { return last_error.c_str(); }

int masume_load(const char *clingo) {
    return catch_errors([=] {
        library = new ClingoLibrary(clingo);
        return 0;
    });
}

// The small solver, which starts at once.
Solver *masume_new_cdcl() {
    return create_solver([] { return new CdclSolver(); });
}

Solver *masume_new_clingo(const char *const *options, int count, int pause_factor) {
    return create_solver([=] {
        return new ClingoSolver(*library, std::vector<std::string>(options, options + count), pause_factor);
    });
}

void masume_delete(Solver *solver) { delete solver; }

int masume_grow(Solver *solver, int variables) {
    solver->grow(variables);
    return 0;
}

// Whether the clauses, each terminated by 0, make connected edges a single closed loop.
int masume_is_closed_route(int size, const int *ends, int count, const int *literals, const int *clauses,
                           std::size_t length) {
    return catch_errors([=] {
        std::vector<Edge> edges(count);
        for (int number = 0; number < count; ++number) edges[number] = {ends[2 * number], ends[2 * number + 1]};
        const Graph graph(size, std::move(edges));
        return is_closed_route(graph, {literals, literals + count}, {clauses, clauses + length}) ? 1 : 0;
    });
}

// Add clauses, each terminated by 0.
int masume_add_clauses(Solver *solver, const int *clauses, std::size_t size) {
    return catch_errors([=] {
        std::copy(clauses, clauses + size, solver->add_clauses(size));
        return 0;
    });
}

// Add programs, which lie at these addresses; see `add_programs`.
int masume_add_programs(Solver *solver, const std::int64_t *addresses, int count, const int *template_literals) {
    return catch_errors([=] {
        add_programs({addresses, addresses + count}, template_literals, *solver);
        return 0;
    });
}

int masume_solve(Solver *solver, const int *assumptions, int count, int conflicts) {
    return catch_errors([=] { return static_cast<int>(solver->solve({assumptions, assumptions + count}, conflicts)); });
}

void masume_interrupt(Solver *solver) { solver->interrupt(); }

// The last solution: each variable up to `count`, negated if it is false.
void masume_values(const Solver *solver, int *values, int count) {
    for (int variable = 1; variable <= count; ++variable)
        values[variable - 1] = solver->values()[variable] ? variable : -variable;
}

// At most `max_size` assumptions that cannot hold together; returns how many.
int masume_core(const Solver *solver, int *literals, int max_size) {
    int count = 0;
    for (const Literal literal : solver->core())
        if (count < max_size) literals[count++] = literal;
    return count;
}

// Four numbers, in the order of `_STATISTICS` in native_library.py.
void masume_statistics(const Solver *solver, std::int64_t *numbers) {
    const Statistics &statistics = solver->statistics();
    numbers[0] = statistics.choices;
    numbers[1] = statistics.conflicts;
    numbers[2] = statistics.propagator_runs;
    numbers[3] = statistics.deductions;
}

}  // extern "C"
#pragma GCC visibility pop
