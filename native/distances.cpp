#include "distances.hpp"

namespace masume {

void Distances::run(const std::vector<Truth> &truth, Vertex root, int limit, bool through_excluded) {
    for (const Vertex vertex : within_) distance_[vertex] = far;
    within_.clear();
    beyond_.assign(1, root);
    for (int cost = 0; cost <= limit && !beyond_.empty(); ++cost) {
        queue_.swap(beyond_);  // the vertices with this cost; the loop adds those that cost nothing more
        beyond_.clear();
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            const Vertex here = queue_[next];
            if (distance_[here] != far) continue;
            distance_[here] = cost;
            within_.push_back(here);
            for (const Graph::Step &step : graph_->steps_from(here)) {
                if (distance_[step.to] != far || (truth[step.to] == Truth::no && !through_excluded)) continue;
                (truth[step.to] == Truth::yes ? queue_ : beyond_).push_back(step.to);
            }
        }
    }
}

}  // namespace masume
