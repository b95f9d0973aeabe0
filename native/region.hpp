// Region: vertices that are on are joined to a root; with a single root they may also be so many at least or at most.
#pragma once

#include <limits>
#include <vector>

#include "distance.hpp"
#include "joined.hpp"

namespace masume {

struct Size {
    int least = 0;  // if the root is on
    int most = std::numeric_limits<int>::max();
};

class Region : public Joined {
public:
    // That there are no more than `most` is counted elsewhere; here it tells how far the region can reach.
    Region(int size, std::vector<Edge> edges, const Literal *literals, const std::vector<Vertex> &roots, Size wanted);

    void deduce(const Assignment &assignment, Deductions &deductions) override;

protected:
    void renumber(const std::vector<Vertex> &number) override;

private:
    struct Detour {
        Vertex over;
        int cost;
    };

    bool grow(Deductions &deductions);
    bool stay_near(Deductions &deductions);
    void find_detours(int left);
    void add_excluded_beside(const std::vector<Vertex> &vertices);

    Vertex start_;  // the single root, if it has a size
    Size wanted_;
    Distance from_root_, from_vertex_;
    std::vector<char> listed_;
    std::vector<Detour> detours_;
    Clause clause_;
};

}  // namespace masume
