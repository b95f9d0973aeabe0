#include "joined.hpp"

#include <algorithm>
#include <utility>

namespace masume {

Web web_of_vertices(int size, std::vector<Edge> edges, const Literal *literals, const Literal *links) {
    std::vector<Literal> all(literals, literals + size);
    std::vector<char> needed(size, true);
    if (links == nullptr) return {Graph(size, std::move(edges)), std::move(all), std::move(needed)};
    std::vector<Edge> halves;  // a link is a vertex of its own between the ends of its edge
    for (std::size_t number = 0; number < edges.size(); ++number) {
        const Vertex middle = size + static_cast<int>(number);
        halves.push_back({edges[number].one, middle});
        halves.push_back({middle, edges[number].other});
        all.push_back(links[number]);
        needed.push_back(false);
    }
    const int total = static_cast<int>(all.size());
    return {Graph(total, std::move(halves)), std::move(all), std::move(needed)};
}

Web web_of_edges(int size, const std::vector<Edge> &edges, const Literal *literals) {
    std::vector<Literal> all(literals, literals + edges.size());
    std::vector<char> needed(edges.size(), true);
    std::vector<Edge> halves;  // an edge becomes a vertex, and what it ends at just a way
    for (std::size_t number = 0; number < edges.size(); ++number) {
        const Vertex middle = static_cast<int>(number), first = static_cast<int>(edges.size());
        halves.push_back({middle, first + edges[number].one});
        halves.push_back({middle, first + edges[number].other});
    }
    all.resize(edges.size() + size, 0);
    needed.resize(edges.size() + size, false);
    const int total = static_cast<int>(all.size());
    return {Graph(total, std::move(halves)), std::move(all), std::move(needed)};
}

Web web_of_roots(int size, std::vector<Edge> edges, const Literal *literals, const std::vector<Vertex> &roots) {
    std::vector<Literal> all(literals, literals + size);
    all.push_back(0);
    for (const Vertex root : roots) edges.push_back({root, size});
    return {Graph(size + 1, std::move(edges)), std::move(all), std::vector<char>(size + 1, true), size};
}

Joined::Joined(Web web)
    : web_(std::move(web)), truth_(web_.graph.size()), survey_(web_.graph), barrier_(web_.graph) {}

bool Joined::survey(const Assignment &assignment, Deductions &deductions) {
    read(assignment);
    const Vertex from = root();
    if (from == nowhere) return true;
    survey_.run(truth_, web_.needed, from);
    // What is broken comes first: a search that has to turn back needs to know nothing else.
    return unreachable(from, Truth::yes, deductions) && unreachable(from, Truth::open, deductions) &&
           include_bottlenecks(from, deductions);
}

void Joined::read(const Assignment &assignment) {
    excluded_ = 0;
    for (std::size_t vertex = 0; vertex < truth_.size(); ++vertex) {
        const Literal literal = web_.literals[vertex];
        truth_[vertex] = literal == 0 ? Truth::yes : assignment.truth(literal);
        excluded_ += truth_[vertex] == Truth::no;
    }
}

void Joined::settle(const Assignment &assignment) {
    read(assignment);
    if (!worth_forgetting(excluded_, truth_.size())) return;
    std::vector<Vertex> number;
    web_ = without_excluded(number);
    truth_.resize(web_.graph.size());
    survey_ = Survey(web_.graph);
    barrier_ = Barrier(web_.graph);
    renumber(number);
}

Web Joined::without_excluded(std::vector<Vertex> &number) const {
    std::vector<Literal> literals;
    std::vector<char> needed;
    for (std::size_t vertex = 0; vertex < truth_.size(); ++vertex) {
        const bool stays = truth_[vertex] != Truth::no;
        number.push_back(stays ? static_cast<Vertex>(literals.size()) : nowhere);
        if (!stays) continue;
        literals.push_back(web_.literals[vertex]);
        needed.push_back(web_.needed[vertex]);
    }
    std::vector<Edge> edges;
    for (int edge = 0; edge < web_.graph.edge_count(); ++edge) {
        const Vertex one = number[web_.graph.edge(edge).one], other = number[web_.graph.edge(edge).other];
        if (one != nowhere && other != nowhere) edges.push_back({one, other});
    }
    const int size = static_cast<int>(literals.size());
    const Vertex root = web_.root == nowhere ? nowhere : number[web_.root];
    return {Graph(size, std::move(edges)), std::move(literals), std::move(needed), root};
}

Vertex Joined::root() const {
    if (web_.root != nowhere) return web_.root;
    for (Vertex vertex = 0; vertex < web_.graph.size(); ++vertex)
        if (web_.needed[vertex] && truth_[vertex] == Truth::yes) return vertex;
    return nowhere;
}

// Exclude what the root cannot reach; what is on there (`which` is yes) is a conflict.
bool Joined::unreachable(Vertex root, Truth which, Deductions &deductions) {
    if (static_cast<int>(survey_.order().size()) + excluded_ == web_.graph.size()) return true;
    seen_.assign(truth_.size(), false);
    for (Vertex start = 0; start < web_.graph.size(); ++start) {
        if (seen_[start] || !web_.needed[start] || truth_[start] != which || survey_.reached(start)) continue;
        seen_[start] = true;
        part_.assign(1, start);
        for (std::size_t next = 0; next < part_.size(); ++next) {
            for (const Graph::Step &step : web_.graph.around(part_[next])) {
                if (seen_[step.to] || truth_[step.to] == Truth::no) continue;
                seen_[step.to] = true;
                part_.push_back(step.to);
            }
        }
        if (!exclude(root, part_, which, deductions)) return false;
    }
    return true;
}

bool Joined::exclude(Vertex root, const std::vector<Vertex> &part, Truth which, Deductions &deductions) {
    reason(root, part, nowhere);
    for (const Vertex vertex : part) {
        if (!web_.needed[vertex] || truth_[vertex] != which) continue;
        clause_.push_back(-web_.literals[vertex]);
        if (!deductions.add(clause_)) return false;
        clause_.pop_back();
        if (which == Truth::yes) return true;  // one witness is enough
    }
    for (const Vertex vertex : part)
        if (web_.needed[vertex] && truth_[vertex] == Truth::open) truth_[vertex] = Truth::no;
    return true;
}

bool Joined::include_bottlenecks(Vertex root, Deductions &deductions) {
    for (const Bottleneck &bottleneck : survey_.bottlenecks()) {
        if (truth_[bottleneck.vertex] != Truth::open) continue;  // it cut off another part, too
        reason(root, survey_.cut_off(bottleneck), bottleneck.vertex);
        clause_.push_back(-web_.literals[bottleneck.witness]);
        clause_.push_back(web_.literals[bottleneck.vertex]);
        if (!deductions.add(clause_)) return false;
        truth_[bottleneck.vertex] = Truth::yes;
    }
    return true;
}

// Begin a clause with why the root cannot reach a part, but through a gate.
void Joined::reason(Vertex root, const std::vector<Vertex> &part, Vertex gate) {
    clause_.clear();
    for (const Vertex vertex : barrier_.between(root, part, gate)) clause_.push_back(web_.literals[vertex]);
    if (web_.literals[root] != 0) clause_.push_back(-web_.literals[root]);
}

}  // namespace masume
