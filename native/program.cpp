#include "program.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "joined.hpp"
#include "loop.hpp"
#include "region.hpp"

namespace masume {

namespace {

enum Kind { clauses = 1, count, connected, route, region, preferred, graph, literal_list, spread, supported,
            owner, sight, combination, choices };

constexpr Literal always_true = 1;

}  // namespace

void Program::state(Statements &statements) {
    graphs_.reserve(8);
    while (next_ < end_) {
        switch (number()) {
            case clauses: state_clauses(statements); break;
            case count: state_count(statements); break;
            case connected: state_connected(statements); break;
            case route: state_route(statements); break;
            case region: state_region(statements); break;
            case preferred: statements.prefer(literals(number())); break;
            case graph: {
                Shape whole = shape();
                graphs_.emplace_back(whole.size, std::move(whole.edges));
                break;
            }
            case literal_list: lists_.push_back(literals(number())); break;
            case spread: state_spread(statements); break;
            case supported: state_supported(statements); break;
            case owner: statements.belong_to(number()); break;
            case sight: state_sight(statements); break;
            case combination: state_combination(statements); break;
            case choices: state_choices(statements); break;
            default: throw std::runtime_error("a program has a statement of no known kind");
        }
    }
}

std::vector<int> Program::numbers(std::size_t size) {
    std::vector<int> found(next_, next_ + size);
    next_ += size;
    return found;
}

std::vector<Literal> Program::literals(std::size_t size) {
    std::vector<Literal> found = numbers(size);
    for (Literal &literal : found) literal = setting_.here(literal);
    return found;
}

Program::Shape Program::shape() {
    Shape found{};
    const int whole = number();
    found.size = number();
    if (whole > 0) {
        found.whole = &graphs_.at(whole - 1);
        found.vertices = numbers(found.size);
        join(found);
    } else {
        found.edges.resize(number());
        for (Edge &edge : found.edges) {
            edge.one = number();
            edge.other = number();
        }
    }
    return found;
}

// Find the edges between the vertices of a part.
void Program::join(Shape &part) {
    number_in_part_.assign(part.whole->size(), nowhere);
    for (Vertex vertex = 0; vertex < part.size; ++vertex) number_in_part_[part.vertices[vertex]] = vertex;
    for (Vertex vertex = 0; vertex < part.size; ++vertex)
        for (const Graph::Step &step : part.whole->around(part.vertices[vertex]))
            if (number_in_part_[step.to] > vertex) part.edges.push_back({vertex, number_in_part_[step.to]});
}

void Program::state_clauses(Statements &statements) {
    const int size = number();
    Literal *made = statements.add_clauses(size);
    for (int index = 0; index < size; ++index) made[index] = next_[index] == 0 ? 0 : setting_.here(next_[index]);
    next_ += size;
}

void Program::state_count(Statements &statements) {
    Count counted;
    counted.when = literal();
    counted.low = number();
    counted.high = number();
    const int size = number();
    counted.literals = literals(size);
    counted.weights = numbers(size);
    statements.add_count(std::move(counted));
}

void Program::state_sight(Statements &statements) {
    Sight seen;
    seen.when = literal();
    seen.low = number();
    seen.high = number();
    seen.rays.resize(number());
    for (std::vector<Literal> &ray : seen.rays) ray = literals(number());
    statements.add_sight(std::move(seen));
}

void Program::state_combination(Statements &statements) {
    Combination combined;
    combined.when = literal();
    combined.first = number();
    combined.values = number();
    combined.total = number();
    combined.literals = literals(number());
    statements.add_combination(std::move(combined));
}

void Program::state_choices(Statements &statements) {
    LiteralTable chosen;
    chosen.literals = literals(number());
    chosen.rows.resize(number());
    for (LiteralTable::Row &row : chosen.rows) {
        row = static_cast<std::uint32_t>(number());
        row |= LiteralTable::Row{static_cast<std::uint32_t>(number())} << 32U;
    }
    statements.add_choices(std::move(chosen));
}

void Program::add_structure(Statements &statements, std::unique_ptr<Structure> structure, Cuts cuts) {
    const Literal guard = this->guard();
    statements.add_structure(std::move(structure), cuts, guard, number());
}

void Program::state_connected(Statements &statements) {
    Shape on = shape();
    const std::size_t edge_count = on.edges.size();
    const std::vector<Literal> vertices = literals(on.size);
    const bool linked = number() != 0;
    const std::vector<Literal> links = literals(linked ? edge_count : 0);
    Web web = web_of_vertices(on.size, std::move(on.edges), vertices.data(), linked ? links.data() : nullptr);
    add_structure(statements, std::make_unique<Joined>(std::move(web)), Cuts::by_boundary);
}

void Program::state_route(Statements &statements) {
    Shape on = shape();
    std::vector<Literal> edges = literals(on.edges.size());
    if (number() != 0) {
        const Literal guard = this->guard();
        statements.add_loop(Graph(on.size, std::move(on.edges)), std::move(edges), guard, number());
    } else {
        Web web = web_of_edges(on.size, on.edges, edges.data());
        add_structure(statements, std::make_unique<Joined>(std::move(web)), Cuts::by_boundary);
    }
}

// A region that has no guard is counted here; sizes of others come as counts of their own.
void Program::state_region(Statements &statements) {
    Shape on = shape();
    const std::vector<Literal> vertices = literals(on.size);
    const std::vector<Vertex> roots = numbers(number());
    Size wanted;
    wanted.least = number();
    const int most = number();
    if (most >= 0) wanted.most = most;
    if (*next_ == 0 && (wanted.least > 0 || most >= 0)) {
        const std::vector<int> weights(on.size, 1);
        if (wanted.least > 0) statements.add_count({vertices, weights, wanted.least, on.size, vertices[roots[0]]});
        if (most >= 0) statements.add_count({vertices, weights, 0, most, setting_.here(always_true)});
    }
    add_structure(statements, std::make_unique<Region>(on.size, std::move(on.edges), vertices.data(), roots, wanted), Cuts::none);
}

// What is owned lies on land and spreads over it, from roots that own themselves if they are land.
void Program::state_spread(Statements &statements) {
    const Shape part = shape();
    if (part.whole == nullptr) throw std::runtime_error("what spreads is no part of a graph");
    const std::vector<Literal> owned = literals(part.size);
    const std::vector<Literal> &land = lists_.at(number() - 1);
    const Literal beyond = literal();
    for (const Vertex root : numbers(number())) statements.add_clause({-land[part.vertices[root]], owned[root]});
    for (Vertex vertex = 0; vertex < part.size; ++vertex) {
        const Vertex there = part.vertices[vertex];
        statements.add_clause({-owned[vertex], land[there]});
        for (const Graph::Step &step : part.whole->around(there)) {
            const Vertex other = number_in_part_[step.to];
            statements.add_clause({-owned[vertex], -land[step.to], other == nowhere ? beyond : owned[other]});
        }
    }
}

// Every vertex that is on, but not always, has a neighbour that is.
void Program::state_supported(Statements &statements) {
    Shape on = shape();
    const std::vector<Literal> vertices = literals(on.size);
    const Graph graph(on.size, std::move(on.edges));
    for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
        if (vertices[vertex] == setting_.here(always_true)) continue;
        Clause clause{-vertices[vertex]};
        for (const Graph::Step &step : graph.around(vertex)) clause.push_back(vertices[step.to]);
        statements.add_clause(clause);
    }
}

}  // namespace masume
