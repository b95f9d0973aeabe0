#include "loop.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

namespace masume {

namespace {

struct ClauseHash {
    std::size_t operator()(const Clause &clause) const {
        std::uint64_t hash = 1469598103934665603U;
        for (const Literal literal : clause) hash = (hash ^ static_cast<std::uint32_t>(literal)) * 1099511628211U;
        return static_cast<std::size_t>(hash);
    }
};
using Clauses = std::unordered_set<Clause, ClauseHash>;

// The clauses in which all variables are variables of these literals, each sorted.
Clauses select_clauses(const std::vector<Literal> &literals, const std::vector<Literal> &clauses) {
    Literal last = 0;
    for (const Literal literal : literals) last = std::max(last, std::abs(literal));
    std::vector<char> is_mentioned(last + 1, false);
    for (const Literal literal : literals) is_mentioned[std::abs(literal)] = true;
    Clauses selected;
    Clause clause;
    bool is_selected = true;
    for (const Literal literal : clauses) {
        if (literal != 0) {
            clause.push_back(literal);
            is_selected = is_selected && std::abs(literal) <= last && is_mentioned[std::abs(literal)];
            continue;
        }
        if (is_selected) {
            std::sort(clause.begin(), clause.end());
            selected.insert(clause);
        }
        clause.clear();
        is_selected = true;
    }
    return selected;
}

bool contains(const Clauses &clauses, Clause clause) {
    std::sort(clause.begin(), clause.end());
    return clauses.count(clause) > 0;
}

// Whether the clauses state that none or two of the edges at a vertex are on.
bool has_zero_or_two(const Clauses &clauses, const Clause &edges) {
    for (std::size_t a = 0; a < edges.size(); ++a) {
        Clause not_alone = edges;
        not_alone[a] = -edges[a];
        if (!contains(clauses, not_alone)) return false;
        for (std::size_t b = a + 1; b < edges.size(); ++b)
            for (std::size_t c = b + 1; c < edges.size(); ++c)
                if (!contains(clauses, {-edges[a], -edges[b], -edges[c]})) return false;
    }
    return true;
}

}  // namespace

bool is_closed_route(const Graph &graph, const std::vector<Literal> &literals, const std::vector<Literal> &clauses) {
    const Clauses selected = select_clauses(literals, clauses);
    if (!contains(selected, literals)) return false;
    for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
        Clause edges;
        for (const Graph::Step &step : graph.steps_from(vertex)) edges.push_back(literals[step.edge]);
        if (!has_zero_or_two(selected, edges)) return false;
    }
    return true;
}

LoopPropagator::LoopPropagator(Graph graph, std::vector<Literal> literals)
    : graph_(std::move(graph)), literals_(std::move(literals)), truth_(literals_.size()), paths_(graph_),
      blocks_(graph_) {}

void LoopPropagator::read_truth(const Assignment &assignment) {
    for (std::size_t edge = 0; edge < truth_.size(); ++edge) truth_[edge] = assignment.truth(literals_[edge]);
}

void LoopPropagator::simplify(const Assignment &assignment) {
    read_truth(assignment);
    const auto excluded = static_cast<std::size_t>(std::count(truth_.begin(), truth_.end(), Truth::no));
    if (!is_worth_simplifying(excluded, truth_.size())) return;
    std::vector<Edge> edges;
    std::vector<Literal> literals;
    for (int edge = 0; edge < graph_.edge_count(); ++edge) {
        if (truth_[edge] == Truth::no) continue;
        edges.push_back(graph_.edge(edge));
        literals.push_back(literals_[edge]);
    }
    graph_ = Graph(graph_.size(), std::move(edges));
    literals_ = std::move(literals);
    truth_.resize(literals_.size());
    paths_ = Paths(graph_);
    blocks_ = Blocks(graph_);
}

void LoopPropagator::deduce(const Assignment &assignment, Deductions &deductions) {
    read_truth(assignment);
    paths_.run(truth_);
    if (!paths_.all().empty() && forbid_separate_loops(deductions)) exclude_other_blocks(deductions);
}

// No path may be closed while an edge outside it is on.
bool LoopPropagator::forbid_separate_loops(Deductions &deductions) {
    const std::vector<EdgePath> &paths = paths_.all();
    if (paths.size() < 2) return true;
    for (std::size_t number = 0; number < paths.size(); ++number) {
        const std::vector<int> closing = paths_.closing_edges(paths[number], truth_);
        if (!paths[number].closed && closing.empty()) continue;
        clause_.assign(1, -literals_[paths[number == 0 ? 1 : 0].edges[0]]);
        for (const int edge : paths[number].edges) clause_.push_back(-literals_[edge]);
        if (paths[number].closed) return deductions.add(clause_);
        for (const int edge : closing) {
            clause_.push_back(-literals_[edge]);
            if (!deductions.add(clause_)) return false;
            clause_.pop_back();
            truth_[edge] = Truth::no;
        }
    }
    return true;
}

// Exclude the edges outside the block of an edge that is on: a loop that left the block could not come back.
bool LoopPropagator::exclude_other_blocks(Deductions &deductions) {
    const int base = paths_.all()[0].edges[0];
    blocks_.run(truth_, base);
    for (const Truth value : {Truth::yes, Truth::open})
        for (const Appendix &appendix : blocks_.appendices())
            if (!exclude(appendix, base, value, deductions)) return false;
    return true;
}

bool LoopPropagator::exclude(const Appendix &appendix, int base, Truth value, Deductions &deductions) {
    const auto has_value = [&](int edge) { return truth_[edge] == value; };
    if (std::none_of(appendix.edges.begin(), appendix.edges.end(), has_value)) return true;
    inside_.assign(graph_.size(), false);
    for (const Vertex vertex : appendix.vertices) inside_[vertex] = true;
    clause_.assign(1, -literals_[base]);
    for (const Vertex vertex : appendix.vertices)  // all other edges that leave the appendix are excluded
        for (const Graph::Step &step : graph_.steps_from(vertex))
            if (!inside_[step.to] && step.to != appendix.hinge) clause_.push_back(literals_[step.edge]);
    for (const int edge : appendix.edges) {
        if (!has_value(edge)) continue;
        clause_.push_back(-literals_[edge]);
        if (!deductions.add(clause_)) return false;
        clause_.pop_back();
        if (value == Truth::yes) return true;  // one contradiction is enough
    }
    for (const int edge : appendix.edges)
        if (has_value(edge)) truth_[edge] = Truth::no;
    return true;
}

}  // namespace masume
