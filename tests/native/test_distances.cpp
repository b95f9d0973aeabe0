// Distances, compared with relaxing edges until nothing gets nearer.
#include <algorithm>

#include "distances.hpp"
#include "laws.hpp"

using namespace masume;

namespace {

constexpr int never = 1000;

std::vector<int> relaxed(const Graph &graph, const std::vector<Truth> &truth, Vertex root, bool over_excluded) {
    std::vector<int> cost(graph.size(), never);
    cost[root] = 0;
    const auto relax = [&](Vertex from, Vertex to) {
        if (truth[to] == Truth::no && !over_excluded) return;
        cost[to] = std::min(cost[to], cost[from] + (truth[to] == Truth::yes ? 0 : 1));
    };
    for (int round = 0; round < graph.size(); ++round) {
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            relax(graph.edge(edge).a, graph.edge(edge).b);
            relax(graph.edge(edge).b, graph.edge(edge).a);
        }
    }
    return cost;
}

}  // namespace

int main() {
    RandomSource lot(2);
    for (int round = 0; round < 20000; ++round) {
        const int size = 1 + lot.below(9);
        const Graph graph(size, lot.edges(size, 14));
        Distances distance(graph);
        for (int again = 0; again < 3; ++again) {  // one after the other, as it is used
            const std::vector<Truth> truth = lot.truths(size, 5);
            const Vertex root = lot.below(size);
            const int most = lot.below(5);
            const bool over_excluded = lot.one_in(2);
            const std::vector<int> cost = relaxed(graph, truth, root, over_excluded);
            distance.run(truth, root, most, over_excluded);
            int within = 0;
            for (Vertex vertex = 0; vertex < size; ++vertex) {
                EXPECT(distance.to(vertex) == (cost[vertex] <= most ? cost[vertex] : Distances::far));
                within += cost[vertex] <= most;
                const auto steps = graph.steps_from(vertex);
                const auto near = [&](const Graph::Step &step) { return cost[step.to] <= most; };
                const bool next = cost[vertex] == most + 1 && std::any_of(steps.begin(), steps.end(), near);
                const auto &beyond = distance.beyond();
                EXPECT(!next || std::count(beyond.begin(), beyond.end(), vertex) > 0);
            }
            EXPECT(static_cast<int>(distance.within().size()) == within);
            for (std::size_t next = 1; next < distance.within().size(); ++next)
                EXPECT(distance.to(distance.within()[next - 1]) <= distance.to(distance.within()[next]));
        }
    }
}
