#include "barrier.hpp"

#include <algorithm>
#include <limits>

namespace masume {

bool Barrier::mark(Vertex vertex, int stamp) {
    if (mark_[vertex] >= stamp) return false;
    mark_[vertex] = stamp;
    return true;
}

const std::vector<Vertex> &Barrier::find(Vertex root, const std::vector<Vertex> &part, Vertex gate) {
    if (stamp_ > std::numeric_limits<int>::max() - 4) {
        std::fill(mark_.begin(), mark_.end(), 0);
        stamp_ = 0;
    }
    // In increasing order, the marks of vertices that the root reaches, of neighbours of the part that are not in the
    // barrier yet, and of vertices in the barrier or the part.
    const int outside = stamp_ + 1, neighbour = stamp_ + 2, done = stamp_ + 3;
    stamp_ += 3;
    barrier_.clear();
    for (const Vertex vertex : part) mark_[vertex] = done;
    if (gate != nowhere) mark_[gate] = done;
    std::size_t missing = 0;
    for (const Vertex vertex : part)
        for (const Graph::Step &step : graph_->steps_from(vertex)) missing += mark(step.to, neighbour);
    queue_.assign(1, root);
    mark(root, outside);
    for (std::size_t next = 0; next < queue_.size() && missing > 0; ++next) {
        for (const Graph::Step &step : graph_->steps_from(queue_[next])) {
            if (mark_[step.to] == neighbour) {
                mark_[step.to] = done;
                barrier_.push_back(step.to);
                --missing;
            } else if (mark(step.to, outside)) {
                queue_.push_back(step.to);
            }
        }
    }
    return barrier_;
}

}  // namespace masume
