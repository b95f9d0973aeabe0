// What a root reaches, what it cannot do without, and what keeps it away, compared with trying vertex by vertex.
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

void bottlenecks_are_those_that_cut_off(const Graph &graph, Vertex root, const std::vector<Truth> &truth,
                                        const std::vector<char> &needed, const Reachability &survey) {
    const std::vector<char> reached = reach_without(graph, root, truth, nowhere);
    std::vector<char> named(graph.size(), false);
    for (const Bottleneck &bottleneck : survey.bottlenecks()) {
        named[bottleneck.vertex] = true;
        const std::vector<char> left = reach_without(graph, root, truth, bottleneck.vertex);
        for (const Vertex vertex : survey.cut_off(bottleneck)) EXPECT(reached[vertex] && !left[vertex]);
        EXPECT(needed[bottleneck.witness] && truth[bottleneck.witness] == Truth::yes && !left[bottleneck.witness]);
    }
    for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
        if (vertex == root || truth[vertex] != Truth::open || !reached[vertex]) continue;
        const std::vector<char> left = reach_without(graph, root, truth, vertex);
        bool cuts = false;
        for (Vertex other = 0; other < graph.size(); ++other)
            cuts |= reached[other] && !left[other] && needed[other] && truth[other] == Truth::yes;
        EXPECT(named[vertex] == cuts);
    }
}

void a_barrier_suffices_and_every_part_of_it_can_be_reached(const Graph &graph, Vertex root,
                                                            const std::vector<Truth> &truth, const Reachability &survey) {
    Barrier barrier(graph);
    for (Vertex start = 0; start < graph.size(); ++start) {
        if (survey.reached(start) || truth[start] == Truth::no) continue;
        const std::vector<char> inside = reach_without(graph, start, truth, nowhere);
        std::vector<Vertex> part;
        for (Vertex vertex = 0; vertex < graph.size(); ++vertex)
            if (inside[vertex]) part.push_back(vertex);
        std::vector<Vertex> found = barrier.between(root, part);
        std::sort(found.begin(), found.end());
        EXPECT(std::adjacent_find(found.begin(), found.end()) == found.end());
        const auto barred = [&](Vertex v) { return std::binary_search(found.begin(), found.end(), v); };
        const std::vector<char> left = reach(graph, root, [&](Vertex v) { return !barred(v); }, every_edge);
        EXPECT(!left[start]);
        for (const Vertex vertex : found) {  // none can be left out
            EXPECT(truth[vertex] == Truth::no);
            EXPECT(reach(graph, root, [&](Vertex v) { return v == vertex || !barred(v); }, every_edge)[start]);
        }
    }
}

}  // namespace

int main() {
    RandomSource lot(1);
    for (int round = 0; round < 20000; ++round) {
        const int size = 1 + lot.below(9);
        const Graph graph(size, lot.edges(size, 14));
        std::vector<Truth> truth = lot.truths(size, 3 + lot.below(5));
        std::vector<char> needed(size);
        for (char &one : needed) one = !lot.one_in(4);
        const Vertex root = lot.below(size);
        truth[root] = Truth::yes;
        Reachability survey(graph);
        for (int again = 0; again < 2; ++again) survey.run(truth, needed, root);  // it leaves nothing behind
        const std::vector<char> reached = reach_without(graph, root, truth, nowhere);
        for (Vertex vertex = 0; vertex < size; ++vertex) EXPECT(survey.reached(vertex) == bool(reached[vertex]));
        bottlenecks_are_those_that_cut_off(graph, root, truth, needed, survey);
        a_barrier_suffices_and_every_part_of_it_can_be_reached(graph, root, truth, survey);
    }
}
