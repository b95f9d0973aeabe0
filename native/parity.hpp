// ParityPropagator: a closed loop crosses the border of any part of a graph an even number of times.
#pragma once

#include <vector>

#include "graph.hpp"
#include "propagator.hpp"

namespace masume {

// The number of edges that are on is even at every vertex, and therefore around every part of the graph.  If a single open
// edge, a bridge, connects a part to the rest, the parity of the edges around the part that are on decides the bridge.
//
// Bridges are found by depth-first searches over open edges with Tarjan's low-links.
class ParityPropagator : public Propagator {
public:
    ParityPropagator(Graph graph, std::vector<Literal> literals);
    ParityPropagator(const ParityPropagator &) = delete;  // members point into its graph

    const std::vector<Literal> &literals() const override { return literals_; }
    void deduce(const Assignment &assignment, Deductions &deductions) override;
    void simplify(const Assignment &) override {}

private:
    void enter(Vertex vertex, int edge);
    void leave(Vertex vertex, Deductions &deductions);
    void add_clause(Vertex top, int bridge, Deductions &deductions);

    Graph graph_;
    std::vector<Literal> literals_;          // per edge
    std::vector<Truth> truth_;               // per edge
    std::vector<int> first_;                 // per vertex: its index in order_, -1 if it is not reached yet
    std::vector<int> low_;                   // the earliest vertex next to a vertex or to one in its subtree
    std::vector<int> subtree_size_;
    std::vector<int> entry_edge_;            // the edge by which a vertex was reached, -1 for a start
    std::vector<char> odd_;                  // whether an odd number of edges around a vertex and its subtree are on
    std::vector<char> inside_;               // whether a vertex is in the part that add_clause works on
    std::vector<const Graph::Step *> next_;  // per vertex: the next step to try
    std::vector<Vertex> order_;              // reached vertices in preorder: the subtree of a vertex follows it directly
    std::vector<Vertex> path_;               // from the start to the current vertex
    Clause clause_;
};

}  // namespace masume
