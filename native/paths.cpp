#include "paths.hpp"

#include <algorithm>

namespace masume {

void Paths::run(const std::vector<Truth> &truth) {
    std::fill(seen_.begin(), seen_.end(), false);
    paths_.clear();
    for (int edge = 0; edge < graph_->edge_count(); ++edge)
        if (truth[edge] == Truth::yes && !seen_[graph_->edge(edge).a]) follow(graph_->edge(edge).a, truth);
}

void Paths::follow(Vertex start, const std::vector<Truth> &truth) {
    EdgePath path;
    seen_[start] = true;
    queue_.assign(1, start);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const Vertex here = queue_[next];
        int degree = 0;
        for (const Graph::Step &step : graph_->steps_from(here)) {
            if (truth[step.edge] != Truth::yes) continue;
            ++degree;
            if (here == graph_->edge(step.edge).a) path.edges.push_back(step.edge);
            if (seen_[step.to]) continue;
            seen_[step.to] = true;
            queue_.push_back(step.to);
        }
        if (degree == 1) (path.first_end == nowhere ? path.first_end : path.second_end) = here;
    }
    path.closed = path.edges.size() >= queue_.size();
    paths_.push_back(std::move(path));
}

std::vector<int> Paths::closing_edges(const EdgePath &path, const std::vector<Truth> &truth) const {
    std::vector<int> edges;
    if (path.closed || path.second_end == nowhere) return edges;
    for (const Graph::Step &step : graph_->steps_from(path.first_end))
        if (step.to == path.second_end && truth[step.edge] == Truth::open) edges.push_back(step.edge);
    return edges;
}

}  // namespace masume
