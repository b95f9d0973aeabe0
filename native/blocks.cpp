#include "blocks.hpp"

#include <algorithm>

namespace masume {

Blocks::Blocks(const Graph &graph)
    : graph_(&graph), first_(graph.size()), low_(graph.size()), subtree_size_(graph.size()), entry_edge_(graph.size()),
      next_(graph.size()), passed_(graph.edge_count()) {}

void Blocks::run(const std::vector<Truth> &truth, int base) {
    std::fill(first_.begin(), first_.end(), -1);
    for (int edge = 0; edge < graph_->edge_count(); ++edge) passed_[edge] = truth[edge] == Truth::no;
    order_.clear();
    pending_edges_.clear();
    appendices_.clear();
    const Vertex start = graph_->edge(base).a;
    enter(start, -1);
    pass(start, {graph_->edge(base).b, base});  // first, so that it is the edge by which its block is entered
    while (!path_.empty()) {
        const Vertex here = path_.back();
        if (next_[here] == graph_->steps_from(here).end()) {
            leave(here, base);
        } else {
            const Graph::Step &step = *next_[here]++;
            if (!passed_[step.edge]) pass(here, step);
        }
    }
    collect_unreached(truth);
}

void Blocks::enter(Vertex vertex, int entry_edge) {
    first_[vertex] = low_[vertex] = static_cast<int>(order_.size());
    subtree_size_[vertex] = 1;
    entry_edge_[vertex] = entry_edge;
    next_[vertex] = graph_->steps_from(vertex).begin();
    order_.push_back(vertex);
    path_.push_back(vertex);
}

void Blocks::pass(Vertex here, const Graph::Step &step) {
    passed_[step.edge] = true;
    pending_edges_.push_back(step.edge);
    if (first_[step.to] < 0)
        enter(step.to, step.edge);
    else
        low_[here] = std::min(low_[here], first_[step.to]);
}

void Blocks::leave(Vertex vertex, int base) {
    path_.pop_back();
    const int entry_edge = entry_edge_[vertex];
    if (entry_edge < 0) return;
    const Vertex parent = graph_->edge(entry_edge).a + graph_->edge(entry_edge).b - vertex;
    subtree_size_[parent] += subtree_size_[vertex];
    low_[parent] = std::min(low_[parent], low_[vertex]);
    if (low_[vertex] < first_[parent]) return;
    // A block is complete: its edges are the pending ones from the entry edge on.
    const auto begin = std::find(pending_edges_.rbegin(), pending_edges_.rend(), entry_edge).base() - 1;
    if (entry_edge != base) {
        const auto subtree = order_.begin() + first_[vertex];
        appendices_.push_back({{begin, pending_edges_.end()}, {subtree, subtree + subtree_size_[vertex]}, parent});
    }
    pending_edges_.erase(begin, pending_edges_.end());
}

void Blocks::collect_unreached(const std::vector<Truth> &truth) {
    for (int edge = 0; edge < graph_->edge_count(); ++edge) {
        if (passed_[edge]) continue;
        Appendix appendix;
        appendix.vertices.push_back(graph_->edge(edge).a);
        first_[graph_->edge(edge).a] = 0;
        for (std::size_t next = 0; next < appendix.vertices.size(); ++next) {
            const Vertex here = appendix.vertices[next];
            for (const Graph::Step &step : graph_->steps_from(here)) {
                if (truth[step.edge] == Truth::no) continue;
                if (!passed_[step.edge]) appendix.edges.push_back(step.edge);
                passed_[step.edge] = true;
                if (first_[step.to] >= 0) continue;
                first_[step.to] = 0;
                appendix.vertices.push_back(step.to);
            }
        }
        appendices_.push_back(std::move(appendix));
    }
}

}  // namespace masume
