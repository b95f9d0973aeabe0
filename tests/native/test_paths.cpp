// Paths and blocks satisfy their definitions.
#include <algorithm>

#include "blocks.hpp"
#include "laws.hpp"
#include "paths.hpp"

using namespace masume;

namespace {

// Random truth values of edges, at most two of them on at each vertex.
std::vector<Truth> draw_paths(const Graph &graph, RandomSource &random) {
    std::vector<Truth> truth = random.truths(graph.edge_count(), 4);
    std::vector<int> degree(graph.size(), 0);
    for (int edge = 0; edge < graph.edge_count(); ++edge) {
        const auto [a, b] = graph.edge(edge);
        if (truth[edge] == Truth::yes && (degree[a] == 2 || degree[b] == 2)) truth[edge] = Truth::open;
        degree[a] += truth[edge] == Truth::yes;
        degree[b] += truth[edge] == Truth::yes;
    }
    return truth;
}

void check_paths_and_closing_edges(const Graph &graph, const std::vector<Truth> &truth) {
    Paths paths(graph);
    paths.run(truth);
    std::vector<char> in_a_path(graph.edge_count(), false);
    const auto on = [&](int edge) { return truth[edge] == Truth::yes; };
    for (const EdgePath &path : paths.all()) {
        const std::vector<char> part = reach(graph, graph.edge(path.edges[0]).a, [](Vertex) { return true; }, on);
        std::vector<int> degree(graph.size(), 0);
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            if (!on(edge) || !part[graph.edge(edge).a]) continue;
            EXPECT(std::count(path.edges.begin(), path.edges.end(), edge) == 1);
            in_a_path[edge] = true;
            ++degree[graph.edge(edge).a];
            ++degree[graph.edge(edge).b];
        }
        const int ends = static_cast<int>(std::count(degree.begin(), degree.end(), 1));
        EXPECT(path.closed == (ends == 0));
        const std::vector<int> closing = paths.closing_edges(path, truth);
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            const auto [a, b] = graph.edge(edge);
            const bool closes = truth[edge] == Truth::open && degree[a] == 1 && degree[b] == 1;
            EXPECT(closes == (std::count(closing.begin(), closing.end(), edge) == 1));
        }
    }
    for (int edge = 0; edge < graph.edge_count(); ++edge) EXPECT(in_a_path[edge] == on(edge));
}

// Whether a simple path of edges that are not excluded leads from one vertex to another, through the edge `through`
// (-1: through any edges) and not through the edge `without` or the vertices in `passed`.
bool has_path(const Graph &graph, Vertex from, Vertex to, std::vector<char> &passed, int without,
              const std::vector<Truth> &truth, int through) {
    if (from == to) return through < 0;
    passed[from] = true;
    bool found = false;
    for (const Graph::Step &step : graph.steps_from(from)) {
        if (found || passed[step.to] || step.edge == without || truth[step.edge] == Truth::no) continue;
        found = has_path(graph, step.to, to, passed, without, truth, step.edge == through ? -1 : through);
    }
    passed[from] = false;
    return found;
}

// An edge is in an appendix if and only if no loop passes it and the base edge.
void check_appendices(const Graph &graph, const std::vector<Truth> &truth, int base) {
    Blocks blocks(graph);
    blocks.run(truth, base);
    std::vector<char> outside(graph.edge_count(), false);
    for (const Appendix &appendix : blocks.appendices()) {
        std::vector<char> inside(graph.size(), false);
        for (const Vertex vertex : appendix.vertices) inside[vertex] = true;
        EXPECT(appendix.hinge == nowhere || !inside[appendix.hinge]);
        EXPECT(!inside[graph.edge(base).a] || !inside[graph.edge(base).b]);
        for (const int edge : appendix.edges) {
            EXPECT(!outside[edge]);
            outside[edge] = true;
            EXPECT(inside[graph.edge(edge).a] || inside[graph.edge(edge).b]);
        }
        for (int edge = 0; edge < graph.edge_count(); ++edge) {  // only the hinge connects it to the rest
            const auto [a, b] = graph.edge(edge);
            if (truth[edge] == Truth::no || inside[a] == inside[b]) continue;
            EXPECT((inside[a] ? b : a) == appendix.hinge);
        }
    }
    for (int edge = 0; edge < graph.edge_count(); ++edge) {
        if (truth[edge] == Truth::no || edge == base) continue;
        std::vector<char> passed(graph.size(), false);
        const bool has_loop = has_path(graph, graph.edge(base).a, graph.edge(base).b, passed, base, truth, edge);
        EXPECT(bool(outside[edge]) == !has_loop);
    }
}

}  // namespace

int main() {
    RandomSource random(3);
    for (int round = 0; round < 20000; ++round) {
        const int size = 2 + random.below(6);
        const Graph graph(size, random.edges(size, 10));
        if (graph.edge_count() == 0) continue;
        const std::vector<Truth> truth = draw_paths(graph, random);
        check_paths_and_closing_edges(graph, truth);
        const int base = random.below(graph.edge_count());
        if (truth[base] == Truth::yes) check_appendices(graph, truth, base);
    }
}
