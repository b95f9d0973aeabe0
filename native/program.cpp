#include "program.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "connected.hpp"
#include "loop.hpp"
#include "parity.hpp"
#include "region.hpp"

namespace masume {

namespace {

enum Kind { clauses = 1, count, connected, route, region, preferred, graph, literal_list, ownership_spread,
            no_isolated_vertex, origin, visibility, sum, literal_table, parity };

constexpr Literal always_true = 1;

}  // namespace

void Program::add_to(ConstraintStore &store) {
    graphs_.reserve(8);
    while (next_ < end_) {
        switch (next_number()) {
            case clauses: add_clauses(store); break;
            case count: add_count(store); break;
            case connected: add_connected(store); break;
            case route: add_route(store); break;
            case region: add_region(store); break;
            case preferred: store.prefer(next_literals(next_number())); break;
            case graph: {
                GraphData whole = next_graph();
                graphs_.emplace_back(whole.size, std::move(whole.edges));
                break;
            }
            case literal_list: lists_.push_back(next_literals(next_number())); break;
            case ownership_spread: add_ownership_spread(store); break;
            case no_isolated_vertex: add_no_isolated_vertex(store); break;
            case origin: store.set_origin(Origin{next_number(), next_number(), next_number()}); break;
            case visibility: add_visibility(store); break;
            case sum: add_sum(store); break;
            case literal_table: add_literal_table(store); break;
            case parity: add_parity(store); break;
            default: throw std::runtime_error("a program has an entry of unknown kind");
        }
    }
}

std::vector<int> Program::next_numbers(std::size_t size) {
    std::vector<int> numbers(next_, next_ + size);
    next_ += size;
    return numbers;
}

std::vector<Literal> Program::next_literals(std::size_t size) {
    std::vector<Literal> literals = next_numbers(size);
    for (Literal &literal : literals) literal = literal_map_.translate(literal);
    return literals;
}

Program::GraphData Program::next_graph() {
    GraphData data{};
    const int graph_number = next_number();
    data.size = next_number();
    if (graph_number > 0) {
        data.whole = &graphs_.at(graph_number - 1);
        data.vertices = next_numbers(data.size);
        find_edges(data);
    } else {
        data.edges.resize(next_number());
        for (Edge &edge : data.edges) {
            edge.a = next_number();
            edge.b = next_number();
        }
    }
    return data;
}

// Find the edges between the vertices of a part.
void Program::find_edges(GraphData &part) {
    number_in_part_.assign(part.whole->size(), nowhere);
    for (Vertex vertex = 0; vertex < part.size; ++vertex) number_in_part_[part.vertices[vertex]] = vertex;
    for (Vertex vertex = 0; vertex < part.size; ++vertex)
        for (const Graph::Step &step : part.whole->steps_from(part.vertices[vertex]))
            if (number_in_part_[step.to] > vertex) part.edges.push_back({vertex, number_in_part_[step.to]});
}

void Program::add_clauses(ConstraintStore &store) {
    const int size = next_number();
    Literal *translated = store.add_clauses(size);
    for (int index = 0; index < size; ++index)
        translated[index] = next_[index] == 0 ? 0 : literal_map_.translate(next_[index]);
    next_ += size;
}

void Program::add_count(ConstraintStore &store) {
    Count count;
    count.when = next_literal();
    count.low = next_number();
    count.high = next_number();
    const int size = next_number();
    count.literals = next_literals(size);
    count.weights = next_numbers(size);
    store.add_count(std::move(count));
}

void Program::add_visibility(ConstraintStore &store) {
    Visibility visibility;
    visibility.when = next_literal();
    visibility.low = next_number();
    visibility.high = next_number();
    visibility.rays.resize(next_number());
    for (std::vector<Literal> &ray : visibility.rays) ray = next_literals(next_number());
    store.add_visibility(std::move(visibility));
}

void Program::add_sum(ConstraintStore &store) {
    Sum sum;
    sum.when = next_literal();
    sum.first_value = next_number();
    sum.value_count = next_number();
    sum.total = next_number();
    sum.literals = next_literals(next_number());
    store.add_sum(std::move(sum));
}

void Program::add_literal_table(ConstraintStore &store) {
    LiteralTable table;
    table.literals = next_literals(next_number());
    table.rows.resize(next_number());
    for (LiteralTable::Row &row : table.rows) {
        row = static_cast<std::uint32_t>(next_number());
        row |= LiteralTable::Row{static_cast<std::uint32_t>(next_number())} << 32U;
    }
    store.add_literal_table(std::move(table));
}

// Read the guard and the longest pause, and add the propagator with them.
void Program::add_propagator(ConstraintStore &store, std::unique_ptr<Propagator> propagator, Cuts cuts) {
    const Literal guard = next_guard();
    store.add_propagator(std::move(propagator), cuts, guard, next_number());
}

void Program::add_connected(ConstraintStore &store) {
    GraphData data = next_graph();
    const std::size_t edge_count = data.edges.size();
    const std::vector<Literal> vertices = next_literals(data.size);
    const bool has_links = next_number() != 0;
    const std::vector<Literal> links = next_literals(has_links ? edge_count : 0);
    VertexGraph vertex_graph =
        graph_of_vertices(data.size, std::move(data.edges), vertices.data(), has_links ? links.data() : nullptr);
    add_propagator(store, std::make_unique<ConnectedPropagator>(std::move(vertex_graph)), Cuts::by_boundary);
}

void Program::add_route(ConstraintStore &store) {
    GraphData data = next_graph();
    std::vector<Literal> edges = next_literals(data.edges.size());
    const bool is_closed = next_number() != 0;
    if (is_closed) {
        Graph track(data.size, std::move(data.edges));
        auto propagator = std::make_unique<LoopPropagator>(std::move(track), std::move(edges));
        add_propagator(store, std::move(propagator), Cuts::by_boundary);
    } else {
        VertexGraph vertex_graph = graph_of_edges(data.size, data.edges, edges.data());
        add_propagator(store, std::make_unique<ConnectedPropagator>(std::move(vertex_graph)), Cuts::by_boundary);
    }
}

void Program::add_parity(ConstraintStore &store) {
    GraphData data = next_graph();
    std::vector<Literal> edges = next_literals(data.edges.size());
    Graph track(data.size, std::move(data.edges));
    auto propagator = std::make_unique<ParityPropagator>(std::move(track), std::move(edges));
    store.add_propagator(std::move(propagator), Cuts::by_all_variables, 0, 0);
}

// Adds the counts for the size of a region without a guard; for a guarded region, the program has them itself.
void Program::add_region(ConstraintStore &store) {
    GraphData data = next_graph();
    const std::vector<Literal> vertices = next_literals(data.size);
    const std::vector<Vertex> roots = next_numbers(next_number());
    RegionSize region_size;
    region_size.min = next_number();
    const int max_size = next_number();
    if (max_size >= 0) region_size.max = max_size;
    const bool has_guard = *next_ != 0;
    if (!has_guard && (region_size.min > 0 || max_size >= 0)) {
        const std::vector<int> weights(data.size, 1);
        if (region_size.min > 0) store.add_count({vertices, weights, region_size.min, data.size, vertices[roots[0]]});
        if (max_size >= 0) store.add_count({vertices, weights, 0, max_size, literal_map_.translate(always_true)});
    }
    auto propagator =
        std::make_unique<RegionPropagator>(data.size, std::move(data.edges), vertices.data(), roots, region_size);
    add_propagator(store, std::move(propagator), Cuts::none);
}

// Owned vertices are land.  A root that is land is owned, and ownership spreads from owned vertices to adjacent land;
// spreading to a vertex outside the part makes `beyond` true.
void Program::add_ownership_spread(ConstraintStore &store) {
    const GraphData part = next_graph();
    if (part.whole == nullptr) throw std::runtime_error("ownership must spread over a part of a graph");
    const std::vector<Literal> owned = next_literals(part.size);
    const std::vector<Literal> &land = lists_.at(next_number() - 1);
    const Literal beyond = next_literal();
    for (const Vertex root : next_numbers(next_number()))
        store.add_clause({-land[part.vertices[root]], owned[root]});
    for (Vertex vertex = 0; vertex < part.size; ++vertex) {
        const Vertex in_whole = part.vertices[vertex];
        store.add_clause({-owned[vertex], land[in_whole]});
        for (const Graph::Step &step : part.whole->steps_from(in_whole)) {
            const Vertex neighbour = number_in_part_[step.to];
            store.add_clause({-owned[vertex], -land[step.to], neighbour == nowhere ? beyond : owned[neighbour]});
        }
    }
}

// Every vertex that is on, but not always on, has a neighbour that is on.
void Program::add_no_isolated_vertex(ConstraintStore &store) {
    GraphData data = next_graph();
    const std::vector<Literal> vertices = next_literals(data.size);
    const Graph graph(data.size, std::move(data.edges));
    for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
        if (vertices[vertex] == literal_map_.translate(always_true)) continue;
        Clause clause{-vertices[vertex]};
        for (const Graph::Step &step : graph.steps_from(vertex)) clause.push_back(vertices[step.to]);
        store.add_clause(clause);
    }
}

void add_programs(const std::vector<std::int64_t> &addresses, const int *uses, ConstraintStore &store) {
    Literal next_helper = 0;
    for (const std::int64_t address : addresses) {
        const int *start = reinterpret_cast<const int *>(address);
        const ProgramHeader header(start);
        if (next_helper == 0) next_helper = header.variables + 1;
        const bool is_template = header.listed >= 0;
        Program(start, LiteralMap(header, is_template ? uses : nullptr, next_helper)).add_to(store);
        next_helper += header.helpers;
        if (is_template) uses += 1 + header.listed;
    }
}

}  // namespace masume
