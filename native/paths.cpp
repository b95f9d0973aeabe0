#include "paths.hpp"

#include <algorithm>

namespace masume {

void Paths::run(const std::vector<Truth> &truth) {
    std::fill(seen_.begin(), seen_.end(), false);
    paths_.clear();
    for (int edge = 0; edge < graph_->edge_count(); ++edge)
        if (truth[edge] == Truth::yes && !seen_[graph_->edge(edge).one]) follow(graph_->edge(edge).one, truth);
}

void Paths::follow(Vertex start, const std::vector<Truth> &truth) {
    Path path;
    seen_[start] = true;
    queue_.assign(1, start);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const Vertex here = queue_[next];
        int degree = 0;
        for (const Graph::Step &step : graph_->around(here)) {
            if (truth[step.edge] != Truth::yes) continue;
            ++degree;
            if (here == graph_->edge(step.edge).one) path.edges.push_back(step.edge);
            if (seen_[step.to]) continue;
            seen_[step.to] = true;
            queue_.push_back(step.to);
        }
        if (degree == 1) (path.one == nowhere ? path.one : path.other) = here;
    }
    path.closed = path.edges.size() >= queue_.size();
    paths_.push_back(std::move(path));
}

std::vector<int> Paths::closing(const Path &path, const std::vector<Truth> &truth) const {
    std::vector<int> found;
    if (path.closed || path.other == nowhere) return found;
    for (const Graph::Step &step : graph_->around(path.one))
        if (step.to == path.other && truth[step.edge] == Truth::open) found.push_back(step.edge);
    return found;
}

}  // namespace masume
