#include "distance.hpp"

namespace masume {

void Distance::run(const std::vector<Truth> &truth, Vertex root, int most, bool over_excluded) {
    for (const Vertex vertex : within_) distance_[vertex] = far;
    within_.clear();
    beyond_.assign(1, root);
    for (int steps = 0; steps <= most && !beyond_.empty(); ++steps) {
        ring_.swap(beyond_);  // all that costs so much, and what hangs on it for nothing
        beyond_.clear();
        for (std::size_t next = 0; next < ring_.size(); ++next) {
            const Vertex here = ring_[next];
            if (distance_[here] != far) continue;
            distance_[here] = steps;
            within_.push_back(here);
            for (const Graph::Step &step : graph_->around(here)) {
                if (distance_[step.to] != far || (truth[step.to] == Truth::no && !over_excluded)) continue;
                (truth[step.to] == Truth::yes ? ring_ : beyond_).push_back(step.to);
            }
        }
    }
}

}  // namespace masume
