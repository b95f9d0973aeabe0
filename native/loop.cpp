#include "loop.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

namespace masume {

namespace {

struct HashOfClause {
    std::size_t operator()(const Clause &clause) const {
        std::uint64_t hash = 1469598103934665603U;
        for (const Literal literal : clause) hash = (hash ^ static_cast<std::uint32_t>(literal)) * 1099511628211U;
        return static_cast<std::size_t>(hash);
    }
};
using Clauses = std::unordered_set<Clause, HashOfClause>;

// The clauses that are about these literals only, each sorted.
Clauses clauses_about(const std::vector<Literal> &literals, const std::vector<Literal> &clauses) {
    Literal last = 0;
    for (const Literal literal : literals) last = std::max(last, std::abs(literal));
    std::vector<char> known(last + 1, false);
    for (const Literal literal : literals) known[std::abs(literal)] = true;
    Clauses found;
    Clause clause;
    bool about = true;
    for (const Literal literal : clauses) {
        if (literal != 0) {
            clause.push_back(literal);
            about = about && std::abs(literal) <= last && known[std::abs(literal)];
            continue;
        }
        if (about) {
            std::sort(clause.begin(), clause.end());
            found.insert(clause);
        }
        clause.clear();
        about = true;
    }
    return found;
}

bool says(const Clauses &clauses, Clause clause) {
    std::sort(clause.begin(), clause.end());
    return clauses.count(clause) > 0;
}

bool passed_once_or_never(const Clauses &clauses, const Clause &steps) {
    for (std::size_t a = 0; a < steps.size(); ++a) {
        Clause onward = steps;
        onward[a] = -steps[a];
        if (!says(clauses, onward)) return false;
        for (std::size_t b = a + 1; b < steps.size(); ++b)
            for (std::size_t c = b + 1; c < steps.size(); ++c)
                if (!says(clauses, {-steps[a], -steps[b], -steps[c]})) return false;
    }
    return true;
}

}  // namespace

bool is_closed(const Graph &graph, const std::vector<Literal> &literals, const std::vector<Literal> &clauses) {
    const Clauses known = clauses_about(literals, clauses);
    if (!says(known, literals)) return false;
    for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
        Clause steps;
        for (const Graph::Step &step : graph.around(vertex)) steps.push_back(literals[step.edge]);
        if (!passed_once_or_never(known, steps)) return false;
    }
    return true;
}

Loop::Loop(Graph graph, std::vector<Literal> literals)
    : graph_(std::move(graph)), literals_(std::move(literals)), truth_(literals_.size()), paths_(graph_),
      blocks_(graph_) {}

void Loop::read(const Assignment &assignment) {
    for (std::size_t edge = 0; edge < truth_.size(); ++edge) truth_[edge] = assignment.truth(literals_[edge]);
}

void Loop::settle(const Assignment &assignment) {
    read(assignment);
    const auto excluded = static_cast<std::size_t>(std::count(truth_.begin(), truth_.end(), Truth::no));
    if (!worth_forgetting(excluded, truth_.size())) return;
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

void Loop::deduce(const Assignment &assignment, Deductions &deductions) {
    read(assignment);
    paths_.run(truth_);
    if (!paths_.all().empty() && keep_open(deductions)) stay_in_block(deductions);
}

// No path closes while an edge outside it is on.
bool Loop::keep_open(Deductions &deductions) {
    const std::vector<Path> &paths = paths_.all();
    if (paths.size() < 2) return true;
    for (std::size_t number = 0; number < paths.size(); ++number) {
        const std::vector<int> closing = paths_.closing(paths[number], truth_);
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

// A loop through an edge leaves that edge's block by no vertex, for it would have to come back by the same one.
bool Loop::stay_in_block(Deductions &deductions) {
    const int from = paths_.all()[0].edges[0];
    blocks_.run(truth_, from);
    for (const Truth which : {Truth::yes, Truth::open})
        for (const Appendix &appendix : blocks_.appendices())
            if (!exclude(appendix, from, which, deductions)) return false;
    return true;
}

bool Loop::exclude(const Appendix &appendix, int from, Truth which, Deductions &deductions) {
    const auto concerned = [&](int edge) { return truth_[edge] == which; };
    if (std::none_of(appendix.edges.begin(), appendix.edges.end(), concerned)) return true;
    inside_.assign(graph_.size(), false);
    for (const Vertex vertex : appendix.vertices) inside_[vertex] = true;
    clause_.assign(1, -literals_[from]);
    for (const Vertex vertex : appendix.vertices)  // what leads elsewhere is excluded
        for (const Graph::Step &step : graph_.around(vertex))
            if (!inside_[step.to] && step.to != appendix.hinge) clause_.push_back(literals_[step.edge]);
    for (const int edge : appendix.edges) {
        if (!concerned(edge)) continue;
        clause_.push_back(-literals_[edge]);
        if (!deductions.add(clause_)) return false;
        clause_.pop_back();
        if (which == Truth::yes) return true;  // one witness is enough
    }
    for (const int edge : appendix.edges)
        if (concerned(edge)) truth_[edge] = Truth::no;
    return true;
}

}  // namespace masume
