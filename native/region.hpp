// RegionPropagator: vertices that are on are connected to a root; with a single root, their number may be bounded.
#pragma once

#include <limits>
#include <vector>

#include "connected.hpp"
#include "distances.hpp"

namespace masume {

struct RegionSize {
    int min = 0;  // if the root is on
    int max = std::numeric_limits<int>::max();
};

class RegionPropagator : public ConnectedPropagator {
public:
    // A separate count checks the size itself.  Here the maximum limits how far the region can reach, and the minimum
    // says when it needs every vertex that it can reach.
    RegionPropagator(int size, std::vector<Edge> edges, const Literal *literals, const std::vector<Vertex> &roots,
                     RegionSize region_size);

    void deduce(const Assignment &assignment, Deductions &deductions) override;

protected:
    void renumber(const std::vector<Vertex> &new_number) override;

private:
    struct Detour {
        Vertex over;
        int cost;
    };

    bool grow(Deductions &deductions);
    bool stay_near(Deductions &deductions);
    void find_detours(int left);
    void add_excluded_beside(const std::vector<Vertex> &vertices);

    Vertex start_;  // the single root, nowhere if there are several
    RegionSize region_size_;
    Distances from_root_, from_vertex_;
    std::vector<char> listed_;
    std::vector<Detour> detours_;
    Clause clause_;
};

}  // namespace masume
