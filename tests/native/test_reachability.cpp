// Reachable vertices, bottlenecks and barriers satisfy their definitions, which are tested vertex by vertex.
#include <algorithm>

#include "barrier.hpp"
#include "laws.hpp"
#include "reachability.hpp"

using namespace masume;

namespace {

const auto every_edge = [](int) { return true; };

std::vector<char> reach_without(const Graph &graph, Vertex root, const std::vector<Truth> &truth, Vertex without) {
    return reach(graph, root, [&](Vertex v) { return truth[v] != Truth::no && v != without; }, every_edge);
}

void check_bottlenecks(const Graph &graph, Vertex root, const std::vector<Truth> &truth,
                       const std::vector<char> &needed, const Reachability &reachability) {
    const std::vector<char> reached = reach_without(graph, root, truth, nowhere);
    std::vector<char> is_bottleneck(graph.size(), false);
    for (const Bottleneck &bottleneck : reachability.bottlenecks()) {
        is_bottleneck[bottleneck.vertex] = true;
        const std::vector<char> left = reach_without(graph, root, truth, bottleneck.vertex);
        for (const Vertex vertex : reachability.cut_off(bottleneck)) EXPECT(reached[vertex] && !left[vertex]);
        EXPECT(needed[bottleneck.witness] && truth[bottleneck.witness] == Truth::yes && !left[bottleneck.witness]);
    }
    for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
        if (vertex == root || truth[vertex] != Truth::open || !reached[vertex]) continue;
        const std::vector<char> left = reach_without(graph, root, truth, vertex);
        bool cuts = false;
        for (Vertex other = 0; other < graph.size(); ++other)
            cuts |= reached[other] && !left[other] && needed[other] && truth[other] == Truth::yes;
        EXPECT(is_bottleneck[vertex] == cuts);
    }
}

// A barrier separates the part from the root, and every vertex of it is needed for that.
void check_barriers(const Graph &graph, Vertex root, const std::vector<Truth> &truth,
                    const Reachability &reachability) {
    Barrier barrier(graph);
    for (Vertex start = 0; start < graph.size(); ++start) {
        if (reachability.reached(start) || truth[start] == Truth::no) continue;
        const std::vector<char> inside = reach_without(graph, start, truth, nowhere);
        std::vector<Vertex> part;
        for (Vertex vertex = 0; vertex < graph.size(); ++vertex)
            if (inside[vertex]) part.push_back(vertex);
        std::vector<Vertex> found = barrier.find(root, part);
        std::sort(found.begin(), found.end());
        EXPECT(std::adjacent_find(found.begin(), found.end()) == found.end());
        const auto is_barred = [&](Vertex v) { return std::binary_search(found.begin(), found.end(), v); };
        const std::vector<char> left = reach(graph, root, [&](Vertex v) { return !is_barred(v); }, every_edge);
        EXPECT(!left[start]);
        for (const Vertex vertex : found) {  // none can be left out
            EXPECT(truth[vertex] == Truth::no);
            EXPECT(reach(graph, root, [&](Vertex v) { return v == vertex || !is_barred(v); }, every_edge)[start]);
        }
    }
}

}  // namespace

int main() {
    RandomSource random(1);
    for (int round = 0; round < 20000; ++round) {
        const int size = 1 + random.below(9);
        const Graph graph(size, random.edges(size, 14));
        std::vector<Truth> truth = random.truths(size, 3 + random.below(5));
        std::vector<char> needed(size);
        for (char &is_needed : needed) is_needed = !random.one_in(4);
        const Vertex root = random.below(size);
        truth[root] = Truth::yes;
        Reachability reachability(graph);
        for (int again = 0; again < 2; ++again) reachability.run(truth, needed, root);  // runs do not affect each other
        const std::vector<char> reached = reach_without(graph, root, truth, nowhere);
        for (Vertex vertex = 0; vertex < size; ++vertex) EXPECT(reachability.reached(vertex) == bool(reached[vertex]));
        check_bottlenecks(graph, root, truth, needed, reachability);
        check_barriers(graph, root, truth, reachability);
    }
}
