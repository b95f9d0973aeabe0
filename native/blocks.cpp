#include "blocks.hpp"

#include <algorithm>

namespace masume {

Blocks::Blocks(const Graph &graph)
    : graph_(&graph), first_(graph.size()), low_(graph.size()), below_(graph.size()), entered_by_(graph.size()),
      next_(graph.size()), passed_(graph.edge_count()) {}

void Blocks::run(const std::vector<Truth> &truth, int from) {
    std::fill(first_.begin(), first_.end(), -1);
    for (int edge = 0; edge < graph_->edge_count(); ++edge) passed_[edge] = truth[edge] == Truth::no;
    order_.clear();
    open_edges_.clear();
    appendices_.clear();
    const Vertex start = graph_->edge(from).one;
    enter(start, -1);
    pass(start, {graph_->edge(from).other, from});  // first of all, so that its block ends last at the start
    while (!path_.empty()) {
        const Vertex here = path_.back();
        if (next_[here] == graph_->around(here).end()) {
            leave(here, from);
        } else {
            const Graph::Step &step = *next_[here]++;
            if (!passed_[step.edge]) pass(here, step);
        }
    }
    gather_unreached(truth);
}

void Blocks::enter(Vertex vertex, int by) {
    first_[vertex] = low_[vertex] = static_cast<int>(order_.size());
    below_[vertex] = 1;
    entered_by_[vertex] = by;
    next_[vertex] = graph_->around(vertex).begin();
    order_.push_back(vertex);
    path_.push_back(vertex);
}

void Blocks::pass(Vertex here, const Graph::Step &step) {
    passed_[step.edge] = true;
    open_edges_.push_back(step.edge);
    if (first_[step.to] < 0)
        enter(step.to, step.edge);
    else
        low_[here] = std::min(low_[here], first_[step.to]);
}

void Blocks::leave(Vertex vertex, int from) {
    path_.pop_back();
    const int by = entered_by_[vertex];
    if (by < 0) return;
    const Vertex parent = graph_->edge(by).one + graph_->edge(by).other - vertex;
    below_[parent] += below_[vertex];
    low_[parent] = std::min(low_[parent], low_[vertex]);
    if (low_[vertex] < first_[parent]) return;
    const auto begin = std::find(open_edges_.rbegin(), open_edges_.rend(), by).base() - 1;  // the block's edges
    if (by != from) {
        const auto part = order_.begin() + first_[vertex];
        appendices_.push_back({{begin, open_edges_.end()}, {part, part + below_[vertex]}, parent});
    }
    open_edges_.erase(begin, open_edges_.end());
}

void Blocks::gather_unreached(const std::vector<Truth> &truth) {
    for (int edge = 0; edge < graph_->edge_count(); ++edge) {
        if (passed_[edge]) continue;
        Appendix found;
        found.vertices.push_back(graph_->edge(edge).one);
        first_[graph_->edge(edge).one] = 0;
        for (std::size_t next = 0; next < found.vertices.size(); ++next) {
            const Vertex here = found.vertices[next];
            for (const Graph::Step &step : graph_->around(here)) {
                if (truth[step.edge] == Truth::no) continue;
                if (!passed_[step.edge]) found.edges.push_back(step.edge);
                passed_[step.edge] = true;
                if (first_[step.to] >= 0) continue;
                first_[step.to] = 0;
                found.vertices.push_back(step.to);
            }
        }
        appendices_.push_back(std::move(found));
    }
}

}  // namespace masume
