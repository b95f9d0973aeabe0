#include "region.hpp"

#include <algorithm>
#include <utility>

namespace masume {

namespace {

// Distances are measured only if the region may grow by at most this many vertices: with more, there would be too many
// reasons, and long ones.
constexpr int max_measured = 16;

}  // namespace

RegionPropagator::RegionPropagator(int size, std::vector<Edge> edges, const Literal *literals,
                                   const std::vector<Vertex> &roots, RegionSize region_size)
    : ConnectedPropagator(graph_with_roots(size, std::move(edges), literals, roots)),
      single_root_(roots.size() == 1 ? roots[0] : nowhere), region_size_(region_size), from_root_(vertices_.graph),
      from_vertex_(vertices_.graph) {}

void RegionPropagator::deduce(const Assignment &assignment, Deductions &deductions) {
    if (!connect(assignment, deductions) || single_root_ == nowhere || truth_[single_root_] == Truth::no) return;
    if (ensure_min_size(deductions)) exclude_too_far(deductions);
}

void RegionPropagator::renumber(const std::vector<Vertex> &new_number) {
    if (single_root_ != nowhere) single_root_ = new_number[single_root_];
    from_root_ = from_vertex_ = Distances(vertices_.graph);
}

// If no more vertices are reachable than the minimum size, include them all; if fewer are, exclude the root.
bool RegionPropagator::ensure_min_size(Deductions &deductions) {
    const int reachable = static_cast<int>(reachability_.order().size()) - 1;  // without the outside vertex
    if (reachable > region_size_.min) return true;
    clause_.assign(1, -vertices_.literals[single_root_]);
    add_excluded_beside(reachability_.order());
    if (reachable < region_size_.min) return deductions.add(clause_);
    if (truth_[single_root_] != Truth::yes) return true;
    for (const Vertex vertex : reachability_.order()) {
        if (truth_[vertex] != Truth::open) continue;
        clause_.push_back(vertices_.literals[vertex]);
        if (!deductions.add(clause_)) return false;
        clause_.pop_back();
        truth_[vertex] = Truth::yes;
    }
    return true;
}

// Exclude the vertices that are one step too far from the root; all further ones become unreachable.
bool RegionPropagator::exclude_too_far(Deductions &deductions) {
    if (region_size_.max >= vertices_.graph.size() - 1) return true;
    const auto on = static_cast<int>(std::count(truth_.begin(), truth_.end(), Truth::yes));
    const int remaining = region_size_.max - (on - 1);  // without the outside vertex
    if (remaining < 0 || remaining > max_measured) return true;
    from_root_.run(truth_, vertices_.root, remaining);
    find_detours(remaining);
    for (const Vertex vertex : from_root_.beyond()) {
        if (truth_[vertex] != Truth::open || from_root_.to(vertex) != Distances::far) continue;
        clause_.clear();
        if (!detours_.empty()) from_vertex_.run(truth_, vertex, remaining - detours_[0].cost, true);
        for (const Detour &detour : detours_) {  // the reason: these detours, through which it would be near enough
            const int back = from_vertex_.to(detour.vertex);
            const bool is_near = back != Distances::far && detour.cost + back <= remaining;
            if (is_near) clause_.push_back(vertices_.literals[detour.vertex]);
        }
        for (Vertex other = 0; other < vertices_.root; ++other)
            if (truth_[other] == Truth::yes) clause_.push_back(-vertices_.literals[other]);
        clause_.push_back(-vertices_.literals[vertex]);
        if (!deductions.add(clause_)) return false;
        truth_[vertex] = Truth::no;
    }
    return true;
}

// Find the excluded vertices that would be near enough if they were open.
void RegionPropagator::find_detours(int remaining) {
    detours_.clear();
    listed_.assign(truth_.size(), false);
    for (const Vertex vertex : from_root_.within()) {
        const int cost = from_root_.to(vertex) + 1;
        if (cost > remaining) return;  // the vertices are sorted by distance
        for (const Graph::Step &step : vertices_.graph.steps_from(vertex)) {
            if (truth_[step.to] != Truth::no || listed_[step.to]) continue;
            listed_[step.to] = true;
            detours_.push_back({step.to, cost});
        }
    }
}

void RegionPropagator::add_excluded_beside(const std::vector<Vertex> &vertices) {
    listed_.assign(truth_.size(), false);
    for (const Vertex vertex : vertices) {
        for (const Graph::Step &step : vertices_.graph.steps_from(vertex)) {
            if (truth_[step.to] != Truth::no || listed_[step.to]) continue;
            listed_[step.to] = true;
            clause_.push_back(vertices_.literals[step.to]);
        }
    }
}

}  // namespace masume
