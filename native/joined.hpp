// Joined: vertices that are on are joined to each other, or to a root, over vertices that are on.
#pragma once

#include <vector>

#include "barrier.hpp"
#include "graph.hpp"
#include "structure.hpp"
#include "survey.hpp"

namespace masume {

// All kinds of being joined are said of one kind of graph.
struct Web {
    Graph graph;
    std::vector<Literal> literals;  // per vertex: whether it is on; 0 if it always is
    std::vector<char> needed;       // per vertex: whether it has to be joined if it is on; else it is just a way
    Vertex root = nowhere;          // what they are joined to; nowhere: to each other
};

// Vertices that are on; with links, one literal per edge, over edges that are on too.
Web web_of_vertices(int size, std::vector<Edge> edges, const Literal *literals, const Literal *links);
// Edges that are on hang together.
Web web_of_edges(int size, const std::vector<Edge> &edges, const Literal *literals);
// Vertices that are on are joined to one of the roots: to an outer vertex beside these.
Web web_of_roots(int size, std::vector<Edge> edges, const Literal *literals, const std::vector<Vertex> &roots);

class Joined : public Structure {
public:
    explicit Joined(Web web);
    Joined(const Joined &) = delete;  // its parts refer to its web

    const std::vector<Literal> &literals() const override { return web_.literals; }
    void deduce(const Assignment &assignment, Deductions &deductions) override { survey(assignment, deductions); }
    void settle(const Assignment &assignment) override;

protected:
    // Deduce, and say whether to go on; then `truth_` and `survey_` tell what is known.
    bool survey(const Assignment &assignment, Deductions &deductions);

    // Called when vertices were forgotten: the new numbers of those before, `nowhere` for these.
    virtual void renumber(const std::vector<Vertex> &) {}

    Web web_;
    std::vector<Truth> truth_;
    Survey survey_;

private:
    void read(const Assignment &assignment);
    Web without_excluded(std::vector<Vertex> &number) const;
    Vertex root() const;
    bool unreachable(Vertex root, Truth which, Deductions &deductions);
    bool exclude(Vertex root, const std::vector<Vertex> &part, Truth which, Deductions &deductions);
    bool include_bottlenecks(Vertex root, Deductions &deductions);
    void reason(Vertex root, const std::vector<Vertex> &part, Vertex gate);

    int excluded_ = 0;  // how many vertices are
    Barrier barrier_;
    std::vector<char> seen_;
    std::vector<Vertex> part_;
    Clause clause_;
};

}  // namespace masume
