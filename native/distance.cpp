#include "distance.hpp"

#include <algorithm>

namespace masume {

void Distance::run(const std::vector<Truth> &truth, Vertex root, int most) {
    std::fill(distance_.begin(), distance_.end(), -1);
    order_.clear();
    ring_.assign(1, root);
    for (int steps = 0; !ring_.empty(); ++steps) {  // ring by ring, each with all that hangs on it for nothing
        beyond_.clear();
        for (std::size_t next = 0; next < ring_.size(); ++next) {
            const Vertex here = ring_[next];
            if (distance_[here] >= 0) continue;
            distance_[here] = steps;
            order_.push_back(here);
            for (const Graph::Step &step : graph_.around(here)) {
                if (distance_[step.to] >= 0 || truth[step.to] == Truth::no) continue;
                (truth[step.to] == Truth::yes ? ring_ : beyond_).push_back(step.to);
            }
        }
        if (steps == most) return;
        ring_.swap(beyond_);
    }
}

}  // namespace masume
