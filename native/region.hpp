// RegionPropagator: every vertex that is on is connected to a root.  With a single root, their number may be bounded.
#pragma once

#include <limits>
#include <vector>

#include "connected.hpp"
#include "distances.hpp"

namespace masume {

struct RegionSize {
    int min = 0;  // applies only if the root is on
    int max = std::numeric_limits<int>::max();
};

class RegionPropagator : public ConnectedPropagator {
public:
    // A separate count bounds the size itself.  Here the maximum size excludes vertices that are too far away, and the
    // minimum size includes all reachable vertices if there are no more than that.
    RegionPropagator(int size, std::vector<Edge> edges, const Literal *literals, const std::vector<Vertex> &roots,
                     RegionSize region_size);

    void deduce(const Assignment &assignment, Deductions &deductions) override;

protected:
    void renumber(const std::vector<Vertex> &new_number) override;

private:
    // An excluded vertex that a path from the root could use if it were open, and what it costs to reach it.
    struct Detour {
        Vertex vertex;
        int cost;
    };

    bool ensure_min_size(Deductions &deductions);
    bool exclude_too_far(Deductions &deductions);
    void find_detours(int remaining);
    void add_excluded_beside(const std::vector<Vertex> &vertices);

    Vertex single_root_;  // nowhere if there is not exactly one; not `vertices_.root`, which is next to all roots
    RegionSize region_size_;
    Distances from_root_, from_vertex_;
    std::vector<char> listed_;
    std::vector<Detour> detours_;
    Clause clause_;
};

}  // namespace masume
