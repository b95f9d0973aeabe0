// Paths and blocks, compared with what they mean.
#include <algorithm>

#include "blocks.hpp"
#include "laws.hpp"
#include "paths.hpp"

using namespace masume;

namespace {

// Truths of edges of which no three that are on meet.
std::vector<Truth> thin(const Graph &graph, RandomSource &lot) {
    std::vector<Truth> truth = lot.truths(graph.edge_count(), 4);
    std::vector<int> degree(graph.size(), 0);
    for (int edge = 0; edge < graph.edge_count(); ++edge) {
        const auto [a, b] = graph.edge(edge);
        if (truth[edge] == Truth::yes && (degree[one] == 2 || degree[other] == 2)) truth[edge] = Truth::open;
        degree[one] += truth[edge] == Truth::yes;
        degree[other] += truth[edge] == Truth::yes;
    }
    return truth;
}

void paths_hang_together_and_are_closed_by_what_closes_them(const Graph &graph, const std::vector<Truth> &truth) {
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
        const std::vector<int> closing = paths.closing(path, truth);
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            const auto [a, b] = graph.edge(edge);
            const bool closes = truth[edge] == Truth::open && degree[one] == 1 && degree[other] == 1;
            EXPECT(closes == (std::count(closing.begin(), closing.end(), edge) == 1));
        }
    }
    for (int edge = 0; edge < graph.edge_count(); ++edge) EXPECT(in_a_path[edge] == on(edge));
}

// Whether some way that passes no vertex twice leads from one vertex to another over edges that are not excluded.
bool way(const Graph &graph, Vertex from, Vertex to, std::vector<char> &passed, int without,
         const std::vector<Truth> &truth, int through) {
    if (from == to) return through < 0;
    passed[from] = true;
    bool found = false;
    for (const Graph::Step &step : graph.steps_from(from)) {
        if (found || passed[step.to] || step.edge == without || truth[step.edge] == Truth::no) continue;
        found = way(graph, step.to, to, passed, without, truth, step.edge == through ? -1 : through);
    }
    passed[from] = false;
    return found;
}

void an_edge_is_in_an_appendix_just_if_no_loop_passes_it_and_the_first(const Graph &graph,
                                                                       const std::vector<Truth> &truth, int from) {
    Blocks blocks(graph);
    blocks.run(truth, from);
    std::vector<char> outside(graph.edge_count(), false);
    for (const Appendix &appendix : blocks.appendices()) {
        std::vector<char> inside(graph.size(), false);
        for (const Vertex vertex : appendix.vertices) inside[vertex] = true;
        EXPECT(appendix.hinge == nowhere || !inside[appendix.hinge]);
        EXPECT(!inside[graph.edge(from).a] || !inside[graph.edge(from).b]);
        for (const int edge : appendix.edges) {
            EXPECT(!outside[edge]);
            outside[edge] = true;
            EXPECT(inside[graph.edge(edge).a] || inside[graph.edge(edge).b]);
        }
        for (int edge = 0; edge < graph.edge_count(); ++edge) {  // nothing leads out but over the hinge
            const auto [a, b] = graph.edge(edge);
            if (truth[edge] == Truth::no || inside[one] == inside[other]) continue;
            EXPECT((inside[one] ? other : one) == appendix.hinge);
        }
    }
    for (int edge = 0; edge < graph.edge_count(); ++edge) {
        if (truth[edge] == Truth::no || edge == from) continue;
        std::vector<char> passed(graph.size(), false);
        const bool together = way(graph, graph.edge(from).a, graph.edge(from).b, passed, from, truth, edge);
        EXPECT(bool(outside[edge]) == !together);
    }
}

}  // namespace

int main() {
    RandomSource lot(3);
    for (int round = 0; round < 20000; ++round) {
        const int size = 2 + lot.below(6);
        const Graph graph(size, lot.edges(size, 10));
        if (graph.edge_count() == 0) continue;
        const std::vector<Truth> truth = thin(graph, lot);
        paths_hang_together_and_are_closed_by_what_closes_them(graph, truth);
        const int from = lot.below(graph.edge_count());
        if (truth[from] == Truth::yes) an_edge_is_in_an_appendix_just_if_no_loop_passes_it_and_the_first(graph, truth, from);
    }
}
