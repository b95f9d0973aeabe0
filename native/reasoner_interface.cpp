// The C functions on a Reasoner that Python calls through ctypes; see reasoner.hpp.
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

Reasoner *masume_reasoner_new(const int *program) {
    Reasoner *reasoner = nullptr;
    catch_errors([&] {
        const ProgramHeader header(program);
        auto created = std::make_unique<Reasoner>(header.variables);
        Program(program, LiteralMap(header, nullptr, header.variables + 1)).add_to(*created);
        reasoner = created.release();
        return 0;
    });
    return reasoner;
}

void masume_reasoner_delete(Reasoner *reasoner) { delete reasoner; }

// Start from facts with the constraints of some owners (none: all); return whether there is no contradiction yet.
int masume_reasoner_begin(Reasoner *reasoner, const int *facts, int count, const int *owners, int owner_count) {
    return catch_errors([=] { return reasoner->begin({facts, facts + count}, {owners, owners + owner_count}) ? 1 : 0; });
}

// Make all inferences that need one reason the last proof; return whether there are any.
int masume_reasoner_direct_inferences(Reasoner *reasoner) {
    return catch_errors([=] { return reasoner->direct_inferences().empty() ? 0 : 1; });
}

// Make all that follows with at most `limit` reasons the last proof; return whether anything does.
int masume_reasoner_closure(Reasoner *reasoner, int limit) {
    return catch_errors([=] { return reasoner->closure(limit).empty() ? 0 : 1; });
}

// Refute the assumptions; return the number of reasons, `limit` + 1 if it is not possible.
int masume_reasoner_refute(Reasoner *reasoner, const int *assumptions, int count, int limit) {
    return catch_errors([=] {
        const int reasons = reasoner->refute({assumptions, assumptions + count}, limit);
        return reasons < 0 ? limit + 1 : reasons;
    });
}

// Assume each literal in turn; replace it by the number of reasons that refute it, `limit` + 1 if it is not possible.
int masume_reasoner_proof_sizes(Reasoner *reasoner, int *literals, int count, int limit) {
    return catch_errors([=] {
        const std::vector<int> sizes = reasoner->proof_sizes({literals, literals + count}, limit);
        std::transform(sizes.begin(), sizes.end(), literals, [=](int size) { return size < 0 ? limit + 1 : size; });
        return 0;
    });
}

// Refute an assumption by two cases; return the number of reasons, `limit` + 1 if it is not possible.
int masume_reasoner_refute_by_cases(Reasoner *reasoner, int assumption, const int *variables, int count, int limit) {
    return catch_errors([=] {
        const int reasons = reasoner->refute_by_cases(assumption, {variables, variables + count}, limit);
        return reasons < 0 ? limit + 1 : reasons;
    });
}

// Assume each literal in turn; replace it by the number of literals that follow, -1 if there is a contradiction.
int masume_reasoner_count_consequences(Reasoner *reasoner, int *literals, int count) {
    return catch_errors([=] {
        const std::vector<int> counts = reasoner->count_consequences({literals, literals + count});
        std::copy(counts.begin(), counts.end(), literals);
        return 0;
    });
}

// Assume each literal in turn; replace it by 1 if a contradiction follows, by 0 if none does.
int masume_reasoner_find_contradictory(Reasoner *reasoner, int *literals, int count) {
    return catch_errors([=] {
        const std::vector<int> results = reasoner->find_contradictory({literals, literals + count});
        std::copy(results.begin(), results.end(), literals);
        return 0;
    });
}

// Refute the assumptions by search; return the number of contradictions that it took, 0 if it is not possible.
int masume_reasoner_refute_by_search(Reasoner *reasoner, const int *assumptions, int count, const int *decisions,
                                     int decision_count, int max_contradictions, int max_depth) {
    return catch_errors([=] {
        const int contradictions = reasoner->refute_by_search(
            {assumptions, assumptions + count}, {decisions, decisions + decision_count}, max_contradictions,
            max_depth);
        return std::max(contradictions, 0);
    });
}

// Use the constraints of these owners as well, and make facts of all that follows; return whether nothing is contradictory.
int masume_reasoner_settle(Reasoner *reasoner, const int *owners, int count) {
    return catch_errors([=] { return reasoner->settle({owners, owners + count}) ? 1 : 0; });
}

// Write, for each group of owners, how many wanted literals would be decided with it; return the number of groups.
int masume_reasoner_count_gains(Reasoner *reasoner, const int *groups, int size, const int *wanted, int count,
                                int *gains) {
    return catch_errors([=] {
        const std::vector<int> found = reasoner->count_gains({groups, groups + size}, {wanted, wanted + count});
        std::copy(found.begin(), found.end(), gains);
        return static_cast<int>(found.size());
    });
}

// Close the facts by steps of at most `limit` reasons; the wanted literals that stay open become the last proof.
int masume_reasoner_close(Reasoner *reasoner, const int *wanted, int count, int limit) {
    return catch_errors([=] { return reasoner->close({wanted, wanted + count}, limit).empty() ? 0 : 1; });
}

// Copy the last proof into an array of this size, as far as it fits; return the length of the proof.
int masume_reasoner_proof(const Reasoner *reasoner, int *numbers, int size) {
    const std::vector<int> &proof = reasoner->proof();
    std::copy_n(proof.begin(), std::min<std::size_t>(proof.size(), size), numbers);
    return static_cast<int>(proof.size());
}

std::int64_t masume_reasoner_work(const Reasoner *reasoner) { return reasoner->work(); }

}  // extern "C"
#pragma GCC visibility pop
