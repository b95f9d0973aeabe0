#include "region.hpp"

#include <algorithm>
#include <utility>

namespace masume {

Region::Region(int size, std::vector<Edge> edges, const Literal *literals, const std::vector<Vertex> &roots, Size wanted)
    : Joined(web_of_roots(size, std::move(edges), literals, roots)), start_(roots.size() == 1 ? roots[0] : nowhere),
      wanted_(wanted), distance_(web_.graph) {}

void Region::deduce(const Assignment &assignment, Deductions &deductions) {
    if (!survey(assignment, deductions) || start_ == nowhere || truth_[start_] == Truth::no) return;
    if (grow(deductions)) stay_near(deductions);
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

// Exclude what could be joined to the root only by adding more vertices than there may be.
bool Region::stay_near(Deductions &deductions) {
    if (wanted_.most >= web_.graph.size() - 1) return true;
    int on = static_cast<int>(std::count(truth_.begin(), truth_.end(), Truth::yes)) - 1;  // without the outer vertex
    if (on > wanted_.most) return true;
    distance_.run(truth_, web_.root, wanted_.most - on);
    clause_.clear();
    for (const Vertex vertex : survey_.order()) {
        if (truth_[vertex] != Truth::open || distance_.within(vertex)) continue;
        if (clause_.empty()) {
            add_excluded_beside(distance_.order());
            for (Vertex other = 0; other < web_.root; ++other)
                if (truth_[other] == Truth::yes) clause_.push_back(-web_.literals[other]);
        }
        clause_.push_back(-web_.literals[vertex]);
        if (!deductions.add(clause_)) return false;
        clause_.pop_back();
    }
    return true;
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
