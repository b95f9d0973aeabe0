#include "survey.hpp"

#include <algorithm>

namespace masume {

Survey::Survey(const Graph &graph)
    : graph_(&graph), first_(graph.size()), low_(graph.size()), below_(graph.size()), parent_(graph.size()),
      witness_(graph.size()), next_(graph.size()) {}

void Survey::run(const std::vector<Truth> &truth, const std::vector<char> &needed, Vertex root) {
    std::fill(first_.begin(), first_.end(), -1);
    order_.clear();
    bottlenecks_.clear();
    enter(root, nowhere, false);  // the root itself is no witness: nothing stands between it and itself
    while (!path_.empty()) {      // not recursive, for a path may be as long as the board is large
        const Vertex here = path_.back();
        if (next_[here] == graph_->around(here).end()) {
            leave(here, root, truth);
            continue;
        }
        const Vertex to = (next_[here]++)->to;
        if (truth[to] == Truth::no) continue;
        if (!reached(to)) {
            enter(to, here, needed[to] && truth[to] == Truth::yes);
        } else if (to != parent_[here]) {
            low_[here] = std::min(low_[here], first_[to]);
        }
    }
}

void Survey::enter(Vertex vertex, Vertex parent, bool wanted) {
    first_[vertex] = low_[vertex] = static_cast<int>(order_.size());
    below_[vertex] = 1;
    parent_[vertex] = parent;
    witness_[vertex] = wanted ? vertex : nowhere;
    next_[vertex] = graph_->around(vertex).begin();
    order_.push_back(vertex);
    path_.push_back(vertex);
}

void Survey::leave(Vertex vertex, Vertex root, const std::vector<Truth> &truth) {
    path_.pop_back();
    const Vertex parent = parent_[vertex];
    if (parent == nowhere) return;
    const bool cut_off = low_[vertex] >= first_[parent];
    if (cut_off && witness_[vertex] != nowhere && truth[parent] == Truth::open && parent != root)
        bottlenecks_.push_back({parent, vertex, witness_[vertex]});
    below_[parent] += below_[vertex];
    low_[parent] = std::min(low_[parent], low_[vertex]);
    if (witness_[parent] == nowhere) witness_[parent] = witness_[vertex];
}

std::vector<Vertex> Survey::cut_off(const Bottleneck &bottleneck) const {
    const auto begin = order_.begin() + first_[bottleneck.below];
    return {begin, begin + below_[bottleneck.below]};
}

}  // namespace masume
