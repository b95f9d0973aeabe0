// ConnectedPropagator: vertices that are on are connected to each other, or to a root, over vertices that are on.
#pragma once

#include <vector>

#include "barrier.hpp"
#include "graph.hpp"
#include "propagator.hpp"
#include "reachability.hpp"

namespace masume {

// A graph whose vertices are on or off: the form to value all connectivity constraints are reduced.
struct VertexGraph {
    Graph graph;
    std::vector<Literal> literals;  // per vertex: whether it is on; 0 if it always is
    std::vector<char> needed;       // per vertex: whether it must be connected if it is on; others may help to connect
    Vertex root = nowhere;          // the vertex that all others must be connected to; nowhere: to each other
};

// For connected vertices; `links` has one literal per edge, and only edges that are on connect (null: all edges do).
VertexGraph graph_of_vertices(int size, std::vector<Edge> edges, const Literal *literals, const Literal *links);
// For connected edges.
VertexGraph graph_of_edges(int size, const std::vector<Edge> &edges, const Literal *literals);
// For vertices that are connected to one of the roots: an additional vertex next to the roots is the root.
VertexGraph graph_with_roots(int size, std::vector<Edge> edges, const Literal *literals,
                             const std::vector<Vertex> &roots);

class ConnectedPropagator : public Propagator {
public:
    explicit ConnectedPropagator(VertexGraph vertex_graph);
    ConnectedPropagator(const ConnectedPropagator &) = delete;  // members refer to its graph

    const std::vector<Literal> &literals() const override { return vertices_.literals; }
    void deduce(const Assignment &assignment, Deductions &deductions) override { connect(assignment, deductions); }
    void simplify(const Assignment &assignment) override;

protected:
    // Deduce what follows from reachability and update `truth_`; returns whether to continue.
    bool connect(const Assignment &assignment, Deductions &deductions);

    // Called after vertices were removed, with the new number of each old vertex (`nowhere` if it was removed).
    virtual void renumber(const std::vector<Vertex> &) {}

    VertexGraph vertices_;
    std::vector<Truth> truth_;  // per vertex
    Reachability reachability_;

private:
    void read_truth(const Assignment &assignment);
    VertexGraph without_excluded(std::vector<Vertex> &new_number) const;
    Vertex root() const;
    bool exclude_unreachable(Vertex root, Truth value, Deductions &deductions);
    bool exclude(Vertex root, const std::vector<Vertex> &part, Truth value, Deductions &deductions);
    bool include_bottlenecks(Vertex root, Deductions &deductions);
    void start_reason(Vertex root, const std::vector<Vertex> &part, Vertex gate);

    int excluded_count_ = 0;
    Barrier barrier_;
    std::vector<char> seen_;
    std::vector<Vertex> part_;
    Clause clause_;
};

}  // namespace masume
