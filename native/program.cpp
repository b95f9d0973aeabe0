#include "program.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "joined.hpp"
#include "loop.hpp"
#include "region.hpp"

namespace masume {

namespace {

enum Kind { clauses = 1, count, connected, route, region, preferred };

std::unique_ptr<Structure> route_of(int size, std::vector<Edge> edges, std::vector<Literal> literals, bool closed) {
    if (!closed) return std::make_unique<Joined>(web_of_edges(size, edges, literals.data()));
    return std::make_unique<Loop>(Graph(size, std::move(edges)), std::move(literals));
}

}  // namespace

void Program::state(Solver &solver, const Setting &setting) {
    while (next_ < end_) {
        const int kind = number();
        if (kind == clauses)
            state_clauses(solver, setting);
        else if (kind == count)
            state_count(solver, setting);
        else if (kind == preferred)
            solver.prefer(literals(number(), setting));
        else
            state_structure(kind, solver, setting);
    }
}

std::vector<int> Program::numbers(std::size_t size) {
    std::vector<int> found(next_, next_ + size);
    next_ += size;
    return found;
}

std::vector<Literal> Program::literals(std::size_t size, const Setting &setting) {
    std::vector<Literal> found = numbers(size);
    for (Literal &literal : found) literal = setting.here(literal);
    return found;
}

std::vector<Edge> Program::edges() {
    std::vector<Edge> found(number());
    for (Edge &edge : found) {
        edge.one = number();
        edge.other = number();
    }
    return found;
}

void Program::state_clauses(Solver &solver, const Setting &setting) {
    const int size = number();
    Literal *made = solver.add_clauses(size);
    for (int index = 0; index < size; ++index) made[index] = next_[index] == 0 ? 0 : setting.here(next_[index]);
    next_ += size;
}

void Program::state_count(Solver &solver, const Setting &setting) {
    Count counted;
    counted.when = setting.here(number());
    counted.low = number();
    counted.high = number();
    const int size = number();
    counted.literals = literals(size, setting);
    counted.weights = numbers(size);
    solver.add_count(std::move(counted));
}

void Program::state_structure(int kind, Solver &solver, const Setting &setting) {
    const Literal guard = number();
    const int longest = number(), size = number();
    std::vector<Edge> joining = edges();
    const std::size_t edge_count = joining.size();
    std::vector<Literal> on = literals(kind == route ? edge_count : size, setting);
    std::unique_ptr<Structure> made;
    if (kind == connected) {
        const bool linked = number() != 0;
        const std::vector<Literal> links = literals(linked ? edge_count : 0, setting);
        made = std::make_unique<Joined>(
            web_of_vertices(size, std::move(joining), on.data(), linked ? links.data() : nullptr));
    } else if (kind == route) {
        const bool closed = number() != 0;
        made = route_of(size, std::move(joining), std::move(on), closed);
    } else if (kind == region) {
        const std::vector<Vertex> roots = numbers(number());
        Size wanted;
        wanted.least = number();
        const int most = number();
        if (most >= 0) wanted.most = most;
        made = std::make_unique<Region>(size, std::move(joining), on.data(), roots, wanted);
    } else {
        throw std::runtime_error("a program has a statement of no known kind");
    }
    solver.add_structure(std::move(made), guard == 0 ? 0 : setting.here(guard), longest);
}

}  // namespace masume
