// What Python calls, through ctypes, to reason: plain functions on a Reasoner.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "errors.hpp"
#include "program.hpp"
#include "reasoner.hpp"

using namespace masume;

#pragma GCC visibility push(default)
extern "C" {

Reasoner *masume_reasoner_new(const int *program, std::size_t size, int variables) {
    Reasoner *reasoner = nullptr;
    catch_errors([&] {
        auto made = std::make_unique<Reasoner>(variables);
        const LiteralMap identity{nullptr, -1, 0};
        Program(program, size, identity).add_to(*made);
        reasoner = made.release();
        return 0;
    });
    return reasoner;
}

void masume_reasoner_delete(Reasoner *reasoner) { delete reasoner; }

// Facts, and the instances that may be used (all, if none is named); says whether they hold together.
int masume_reasoner_begin(Reasoner *reasoner, const int *facts, int count, const int *instances, int named) {
    return catch_errors([=] { return reasoner->begin({facts, facts + count}, {instances, instances + named}) ? 1 : 0; });
}

// What follows by one instance at once becomes the proof.
int masume_reasoner_direct(Reasoner *reasoner) {
    return catch_errors([=] { return reasoner->direct().empty() ? 0 : 1; });
}

// By how many instances, at most `limit`, the assumptions are refuted together; `limit` + 1 if they are not.
int masume_reasoner_refute(Reasoner *reasoner, const int *assumptions, int count, int limit) {
    return catch_errors([=] {
        const int found = reasoner->refute({assumptions, assumptions + count}, limit);
        return found < 0 ? limit + 1 : found;
    });
}

// The same for each literal alone; the results stand in their places afterwards.
int masume_reasoner_refute_each(Reasoner *reasoner, int *literals, int count, int limit) {
    return catch_errors([=] {
        const std::vector<int> found = reasoner->refute_each({literals, literals + count}, limit);
        std::transform(found.begin(), found.end(), literals, [=](int size) { return size < 0 ? limit + 1 : size; });
        return 0;
    });
}

int masume_reasoner_refute_by_cases(Reasoner *reasoner, int assumption, const int *variables, int count, int limit) {
    return catch_errors([=] {
        const int found = reasoner->refute_by_cases(assumption, {variables, variables + count}, limit);
        return found < 0 ? limit + 1 : found;
    });
}

// How the last refutation went (reasoner.hpp), where it is long enough; says how long it has to be.
int masume_reasoner_proof(const Reasoner *reasoner, int *numbers, int most) {
    const std::vector<int> &proof = reasoner->proof();
    std::copy_n(proof.begin(), std::min<std::size_t>(proof.size(), most), numbers);
    return static_cast<int>(proof.size());
}

std::int64_t masume_reasoner_work(const Reasoner *reasoner) { return reasoner->work(); }

}  // extern "C"
#pragma GCC visibility pop
