#include "region.hpp"

#include <algorithm>
#include <utility>

namespace masume {

namespace {

// How many vertices may still be missing for distances to be worth measuring: with more, reasons are long and many.
constexpr int worth_measuring = 16;

}  // namespace

Region::Region(int size, std::vector<Edge> edges, const Literal *literals, const std::vector<Vertex> &roots, Size wanted)
    : Joined(web_of_roots(size, std::move(edges), literals, roots)), start_(roots.size() == 1 ? roots[0] : nowhere),
      wanted_(wanted), from_root_(web_.graph), from_vertex_(web_.graph) {}

void Region::deduce(const Assignment &assignment, Deductions &deductions) {
    if (!survey(assignment, deductions) || start_ == nowhere || truth_[start_] == Truth::no) return;
    if (grow(deductions)) stay_near(deductions);
}

void Region::renumber(const std::vector<Vertex> &number) {
    if (start_ != nowhere) start_ = number[start_];
    from_root_ = from_vertex_ = Distance(web_.graph);
}

// If no more can be reached than are wanted, all of it is on; if less can, the root is not.
bool Region::grow(Deductions &deductions) {
    const int room = static_cast<int>(survey_.order().size()) - 1;  // without the outer vertex
    if (room > wanted_.least) return true;
    clause_.assign(1, -web_.literals[start_]);
    add_excluded_beside(survey_.order());
    if (room < wanted_.least) return deductions.add(clause_);
    if (truth_[start_] != Truth::yes) return true;
    for (const Vertex vertex : survey_.order()) {
        if (truth_[vertex] != Truth::open) continue;
        clause_.push_back(web_.literals[vertex]);
        if (!deductions.add(clause_)) return false;
        clause_.pop_back();
        truth_[vertex] = Truth::yes;
    }
    return true;
}

// Exclude what is one vertex too far away from the root; then what lies behind is out of reach.
bool Region::stay_near(Deductions &deductions) {
    if (wanted_.most >= web_.graph.size() - 1) return true;
    const int on = static_cast<int>(std::count(truth_.begin(), truth_.end(), Truth::yes)) - 1;  // without the outer vertex
    const int left = wanted_.most - on;
    if (left < 0 || left > worth_measuring) return true;
    from_root_.run(truth_, web_.root, left);
    find_detours(left);
    for (const Vertex vertex : from_root_.beyond()) {
        if (truth_[vertex] != Truth::open || from_root_.to(vertex) != Distance::far) continue;
        clause_.clear();
        if (!detours_.empty()) from_vertex_.run(truth_, vertex, left - detours_[0].cost, true);
        for (const Detour &detour : detours_) {  // those that are excluded, but would be short enough
            const int back = from_vertex_.to(detour.over);
            if (back != Distance::far && detour.cost + back <= left) clause_.push_back(web_.literals[detour.over]);
        }
        for (Vertex other = 0; other < web_.root; ++other)
            if (truth_[other] == Truth::yes) clause_.push_back(-web_.literals[other]);
        clause_.push_back(-web_.literals[vertex]);
        if (!deductions.add(clause_)) return false;
        truth_[vertex] = Truth::no;
    }
    return true;
}

// The excluded vertices that the root could come to for no more than `left`, and for how much.
void Region::find_detours(int left) {
    detours_.clear();
    listed_.assign(truth_.size(), false);
    for (const Vertex vertex : from_root_.within()) {
        const int cost = from_root_.to(vertex) + 1;
        if (cost > left) return;  // nearest first
        for (const Graph::Step &step : web_.graph.around(vertex)) {
            if (truth_[step.to] != Truth::no || listed_[step.to]) continue;
            listed_[step.to] = true;
            detours_.push_back({step.to, cost});
        }
    }
}

void Region::add_excluded_beside(const std::vector<Vertex> &vertices) {
    listed_.assign(truth_.size(), false);
    for (const Vertex vertex : vertices) {
        for (const Graph::Step &step : web_.graph.around(vertex)) {
            if (truth_[step.to] != Truth::no || listed_[step.to]) continue;
            listed_[step.to] = true;
            clause_.push_back(web_.literals[step.to]);
        }
    }
}

}  // namespace masume
