// Graph: vertices and edges numbered from 0, with the edges at each vertex.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace masume {

using Vertex = int;
constexpr Vertex nowhere = -1;

struct Edge {
    Vertex a, b;
};

class Graph {
public:
    // An edge as seen from one of its ends.
    struct Step {
        Vertex to;
        int edge;
    };
    struct Steps {
        const Step *first, *last;
        const Step *begin() const { return first; }
        const Step *end() const { return last; }
    };

    Graph(int size, std::vector<Edge> edges)
        : edges_(std::move(edges)), start_(size + 1, 0), steps_(2 * edges_.size()) {
        for (const Edge &edge : edges_) {
            ++start_[edge.a + 1];
            ++start_[edge.b + 1];
        }
        for (int vertex = 0; vertex < size; ++vertex) start_[vertex + 1] += start_[vertex];
        std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
        for (int number = 0; number < edge_count(); ++number) {
            const Edge &edge = edges_[number];
            steps_[next[edge.a]++] = {edge.b, number};
            steps_[next[edge.b]++] = {edge.a, number};
        }
    }

    int size() const { return static_cast<int>(start_.size()) - 1; }
    int edge_count() const { return static_cast<int>(edges_.size()); }
    const Edge &edge(int number) const { return edges_[number]; }
    Steps steps_from(Vertex vertex) const {
        return {steps_.data() + start_[vertex], steps_.data() + start_[vertex + 1]};
    }

private:
    std::vector<Edge> edges_;
    std::vector<std::size_t> start_;  // per vertex: the index of its first step
    std::vector<Step> steps_;
};

}  // namespace masume
