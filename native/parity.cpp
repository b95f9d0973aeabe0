#include "parity.hpp"

#include <algorithm>
#include <utility>

namespace masume {

ParityPropagator::ParityPropagator(Graph graph, std::vector<Literal> literals)
    : graph_(std::move(graph)), literals_(std::move(literals)), truth_(literals_.size()), first_(graph_.size()),
      low_(graph_.size()), subtree_size_(graph_.size()), entry_edge_(graph_.size()), odd_(graph_.size()),
      inside_(graph_.size()), next_(graph_.size()) {}

void ParityPropagator::deduce(const Assignment &assignment, Deductions &deductions) {
    std::fill(first_.begin(), first_.end(), -1);
    std::fill(odd_.begin(), odd_.end(), false);
    order_.clear();
    for (int edge = 0; edge < graph_.edge_count(); ++edge) {
        truth_[edge] = assignment.truth(literals_[edge]);
        if (truth_[edge] != Truth::yes) continue;
        odd_[graph_.edge(edge).a] ^= 1;
        odd_[graph_.edge(edge).b] ^= 1;
    }
    for (Vertex start = 0; start < graph_.size(); ++start) {
        if (first_[start] >= 0) continue;
        enter(start, -1);
        while (!path_.empty()) {
            const Vertex here = path_.back();
            if (next_[here] == graph_.steps_from(here).end()) {
                leave(here, deductions);
                continue;
            }
            const Graph::Step &step = *next_[here]++;
            if (truth_[step.edge] != Truth::open || step.edge == entry_edge_[here]) continue;
            if (first_[step.to] < 0)
                enter(step.to, step.edge);
            else
                low_[here] = std::min(low_[here], first_[step.to]);
        }
    }
}

void ParityPropagator::enter(Vertex vertex, int edge) {
    first_[vertex] = low_[vertex] = static_cast<int>(order_.size());
    subtree_size_[vertex] = 1;
    entry_edge_[vertex] = edge;
    next_[vertex] = graph_.steps_from(vertex).begin();
    order_.push_back(vertex);
    path_.push_back(vertex);
}

void ParityPropagator::leave(Vertex vertex, Deductions &deductions) {
    path_.pop_back();
    const int edge = entry_edge_[vertex];
    if (edge < 0) {
        if (odd_[vertex] != 0) add_clause(vertex, -1, deductions);
        return;
    }
    const Vertex parent = path_.back();
    subtree_size_[parent] += subtree_size_[vertex];
    low_[parent] = std::min(low_[parent], low_[vertex]);
    if (low_[vertex] > first_[parent]) add_clause(vertex, edge, deductions);
    odd_[parent] ^= odd_[vertex];
}

// Add what follows for the subtree of a vertex, which one open edge, the bridge, connects to the rest (-1: none does).
void ParityPropagator::add_clause(Vertex top, int bridge, Deductions &deductions) {
    const auto part = order_.begin() + first_[top];
    for (auto vertex = part; vertex < part + subtree_size_[top]; ++vertex) inside_[*vertex] = true;
    clause_.clear();
    for (auto vertex = part; vertex < part + subtree_size_[top]; ++vertex) {
        for (const Graph::Step &step : graph_.steps_from(*vertex)) {
            if (inside_[step.to] != 0 || step.edge == bridge) continue;
            clause_.push_back(truth_[step.edge] == Truth::yes ? -literals_[step.edge] : literals_[step.edge]);
        }
    }
    for (auto vertex = part; vertex < part + subtree_size_[top]; ++vertex) inside_[*vertex] = false;
    if (bridge >= 0) clause_.push_back(odd_[top] != 0 ? literals_[bridge] : -literals_[bridge]);
    deductions.add(clause_);
}

}  // namespace masume
