#include "reachability.hpp"

#include <algorithm>

namespace masume {

Reachability::Reachability(const Graph &graph)
    : graph_(&graph), first_(graph.size()), low_(graph.size()), subtree_size_(graph.size()), parent_(graph.size()),
      witness_(graph.size()), next_(graph.size()) {}

void Reachability::run(const std::vector<Truth> &truth, const std::vector<char> &needed, Vertex root) {
    std::fill(first_.begin(), first_.end(), -1);
    order_.clear();
    bottlenecks_.clear();
    enter(root, nowhere, false);  // the root itself is not a witness
    while (!path_.empty()) {      // not recursive, because a path can have as many vertices as the graph
        const Vertex here = path_.back();
        if (next_[here] == graph_->steps_from(here).end()) {
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

void Reachability::enter(Vertex vertex, Vertex parent, bool is_witness) {
    first_[vertex] = low_[vertex] = static_cast<int>(order_.size());
    subtree_size_[vertex] = 1;
    parent_[vertex] = parent;
    witness_[vertex] = is_witness ? vertex : nowhere;
    next_[vertex] = graph_->steps_from(vertex).begin();
    order_.push_back(vertex);
    path_.push_back(vertex);
}

void Reachability::leave(Vertex vertex, Vertex root, const std::vector<Truth> &truth) {
    path_.pop_back();
    const Vertex parent = parent_[vertex];
    if (parent == nowhere) return;
    const bool is_cut_off = low_[vertex] >= first_[parent];
    if (is_cut_off && witness_[vertex] != nowhere && truth[parent] == Truth::open && parent != root)
        bottlenecks_.push_back({parent, vertex, witness_[vertex]});
    subtree_size_[parent] += subtree_size_[vertex];
    low_[parent] = std::min(low_[parent], low_[vertex]);
    if (witness_[parent] == nowhere) witness_[parent] = witness_[vertex];
}

std::vector<Vertex> Reachability::cut_off(const Bottleneck &bottleneck) const {
    const auto begin = order_.begin() + first_[bottleneck.below];
    return {begin, begin + subtree_size_[bottleneck.below]};
}

}  // namespace masume
