#include "connected.hpp"

#include <algorithm>
#include <utility>

namespace masume {

VertexGraph graph_of_vertices(int size, std::vector<Edge> edges, const Literal *literals, const Literal *links) {
    std::vector<Literal> all(literals, literals + size);
    std::vector<char> needed(size, true);
    if (links == nullptr) return {Graph(size, std::move(edges)), std::move(all), std::move(needed)};
    std::vector<Edge> half_edges;  // each link becomes a vertex between the two ends of its edge
    for (std::size_t number = 0; number < edges.size(); ++number) {
        const Vertex middle = size + static_cast<int>(number);
        half_edges.push_back({edges[number].a, middle});
        half_edges.push_back({middle, edges[number].b});
        all.push_back(links[number]);
        needed.push_back(false);
    }
    const int total = static_cast<int>(all.size());
    return {Graph(total, std::move(half_edges)), std::move(all), std::move(needed)};
}

VertexGraph graph_of_edges(int size, const std::vector<Edge> &edges, const Literal *literals) {
    std::vector<Literal> all(literals, literals + edges.size());
    std::vector<char> needed(edges.size(), true);
    std::vector<Edge> half_edges;  // each edge becomes a vertex; the vertices of the graph only connect them
    for (std::size_t number = 0; number < edges.size(); ++number) {
        const Vertex middle = static_cast<int>(number), first = static_cast<int>(edges.size());
        half_edges.push_back({middle, first + edges[number].a});
        half_edges.push_back({middle, first + edges[number].b});
    }
    all.resize(edges.size() + size, 0);
    needed.resize(edges.size() + size, false);
    const int total = static_cast<int>(all.size());
    return {Graph(total, std::move(half_edges)), std::move(all), std::move(needed)};
}

VertexGraph graph_with_roots(int size, std::vector<Edge> edges, const Literal *literals,
                             const std::vector<Vertex> &roots) {
    std::vector<Literal> all(literals, literals + size);
    all.push_back(0);
    for (const Vertex root : roots) edges.push_back({root, size});
    return {Graph(size + 1, std::move(edges)), std::move(all), std::vector<char>(size + 1, true), size};
}

ConnectedPropagator::ConnectedPropagator(VertexGraph vertex_graph)
    : vertices_(std::move(vertex_graph)), truth_(vertices_.graph.size()), reachability_(vertices_.graph),
      barrier_(vertices_.graph) {}

bool ConnectedPropagator::connect(const Assignment &assignment, Deductions &deductions) {
    read_truth(assignment);
    const Vertex from = root();
    if (from == nowhere) return true;
    reachability_.run(truth_, vertices_.needed, from);
    // Contradictions come first: then a search can backtrack at once.
    return exclude_unreachable(from, Truth::yes, deductions) && exclude_unreachable(from, Truth::open, deductions) &&
           include_bottlenecks(from, deductions);
}

void ConnectedPropagator::read_truth(const Assignment &assignment) {
    excluded_count_ = 0;
    for (std::size_t vertex = 0; vertex < truth_.size(); ++vertex) {
        const Literal literal = vertices_.literals[vertex];
        truth_[vertex] = literal == 0 ? Truth::yes : assignment.truth(literal);
        excluded_count_ += truth_[vertex] == Truth::no;
    }
}

void ConnectedPropagator::simplify(const Assignment &assignment) {
    read_truth(assignment);
    if (!is_worth_simplifying(excluded_count_, truth_.size())) return;
    std::vector<Vertex> new_number;
    vertices_ = without_excluded(new_number);
    truth_.resize(vertices_.graph.size());
    reachability_ = Reachability(vertices_.graph);
    barrier_ = Barrier(vertices_.graph);
    renumber(new_number);
}

VertexGraph ConnectedPropagator::without_excluded(std::vector<Vertex> &new_number) const {
    std::vector<Literal> literals;
    std::vector<char> needed;
    for (std::size_t vertex = 0; vertex < truth_.size(); ++vertex) {
        const bool stays = truth_[vertex] != Truth::no;
        new_number.push_back(stays ? static_cast<Vertex>(literals.size()) : nowhere);
        if (!stays) continue;
        literals.push_back(vertices_.literals[vertex]);
        needed.push_back(vertices_.needed[vertex]);
    }
    std::vector<Edge> edges;
    for (int edge = 0; edge < vertices_.graph.edge_count(); ++edge) {
        const Vertex a = new_number[vertices_.graph.edge(edge).a], b = new_number[vertices_.graph.edge(edge).b];
        if (a != nowhere && b != nowhere) edges.push_back({a, b});
    }
    const int size = static_cast<int>(literals.size());
    const Vertex root = vertices_.root == nowhere ? nowhere : new_number[vertices_.root];
    return {Graph(size, std::move(edges)), std::move(literals), std::move(needed), root};
}

// The root, or if there is none the first vertex that must be connected.
Vertex ConnectedPropagator::root() const {
    if (vertices_.root != nowhere) return vertices_.root;
    for (Vertex vertex = 0; vertex < vertices_.graph.size(); ++vertex)
        if (vertices_.needed[vertex] && truth_[vertex] == Truth::yes) return vertex;
    return nowhere;
}

// Exclude the vertices with this truth value that the root cannot reach; for vertices that are on, this is a
// contradiction.
bool ConnectedPropagator::exclude_unreachable(Vertex root, Truth value, Deductions &deductions) {
    if (static_cast<int>(reachability_.order().size()) + excluded_count_ == vertices_.graph.size()) return true;
    seen_.assign(truth_.size(), false);
    for (Vertex start = 0; start < vertices_.graph.size(); ++start) {
        if (seen_[start] || !vertices_.needed[start]) continue;
        if (truth_[start] != value || reachability_.reached(start)) continue;
        seen_[start] = true;
        part_.assign(1, start);
        for (std::size_t next = 0; next < part_.size(); ++next) {
            for (const Graph::Step &step : vertices_.graph.steps_from(part_[next])) {
                if (seen_[step.to] || truth_[step.to] == Truth::no) continue;
                seen_[step.to] = true;
                part_.push_back(step.to);
            }
        }
        if (!exclude(root, part_, value, deductions)) return false;
    }
    return true;
}

bool ConnectedPropagator::exclude(Vertex root, const std::vector<Vertex> &part, Truth value, Deductions &deductions) {
    start_reason(root, part, nowhere);
    for (const Vertex vertex : part) {
        if (!vertices_.needed[vertex] || truth_[vertex] != value) continue;
        clause_.push_back(-vertices_.literals[vertex]);
        if (!deductions.add(clause_)) return false;
        clause_.pop_back();
        if (value == Truth::yes) return true;  // one contradiction is enough
    }
    for (const Vertex vertex : part)
        if (vertices_.needed[vertex] && truth_[vertex] == Truth::open) truth_[vertex] = Truth::no;
    return true;
}

bool ConnectedPropagator::include_bottlenecks(Vertex root, Deductions &deductions) {
    for (const Bottleneck &bottleneck : reachability_.bottlenecks()) {
        if (truth_[bottleneck.vertex] != Truth::open) continue;  // already included, because of another part
        start_reason(root, reachability_.cut_off(bottleneck), bottleneck.vertex);
        clause_.push_back(-vertices_.literals[bottleneck.witness]);
        clause_.push_back(vertices_.literals[bottleneck.vertex]);
        if (!deductions.add(clause_)) return false;
        truth_[bottleneck.vertex] = Truth::yes;
    }
    return true;
}

// Start a clause with the reason why the root cannot reach a part, except through the gate (see Barrier::find).
void ConnectedPropagator::start_reason(Vertex root, const std::vector<Vertex> &part, Vertex gate) {
    clause_.clear();
    for (const Vertex vertex : barrier_.find(root, part, gate)) clause_.push_back(vertices_.literals[vertex]);
    if (vertices_.literals[root] != 0) clause_.push_back(-vertices_.literals[root]);
}

}  // namespace masume
