// DecisionOrder: the variables that a search may decide next, those first that were in many conflicts lately.
//
// Of equally active variables the one with the lowest number is first: a search sweeps over the board.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace masume {

class DecisionOrder {
public:
    // Add the variables up to this one.
    void grow(int variables) {
        const int known = static_cast<int>(activity_.size());
        activity_.resize(variables + 1, 0.0);
        position_.resize(variables + 1, outside);
        for (int variable = known == 0 ? 1 : known; variable <= variables; ++variable) insert(variable);
    }

    void insert(int variable) {
        if (position_[variable] != outside) return;
        position_[variable] = static_cast<int>(heap_.size());
        heap_.push_back(variable);
        rise(position_[variable]);
    }

    bool is_empty() const { return heap_.empty(); }

    // Remove the most active variable and return it.
    int remove_first() {
        const int first = heap_[0];
        position_[first] = outside;
        const int last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) {
            heap_[0] = last;
            position_[last] = 0;
            sink(0);
        }
        return first;
    }

    // A variable took part in a conflict.
    void bump(int variable) {
        activity_[variable] += increment_;
        if (activity_[variable] > largest) rescale();
        if (position_[variable] != outside) rise(position_[variable]);
    }

    // Whether a variable took part in one of the latest conflicts, about 90.
    bool was_bumped_lately(int variable) const { return activity_[variable] >= 0.01 * increment_; }

    // Let later conflicts count for more than earlier ones.
    void decay() { increment_ /= decay_factor; }

private:
    bool is_before(int one, int other) const {
        return activity_[one] != activity_[other] ? activity_[one] > activity_[other] : one < other;
    }

    void rescale() {
        for (double &activity : activity_) activity /= largest;
        increment_ /= largest;
    }

    void rise(int at) {
        const int variable = heap_[at];
        while (at > 0) {
            const int parent = (at - 1) / 2;
            if (!is_before(variable, heap_[parent])) break;
            place(at, heap_[parent]);
            at = parent;
        }
        place(at, variable);
    }

    void sink(int at) {
        const int variable = heap_[at], size = static_cast<int>(heap_.size());
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && is_before(heap_[child + 1], heap_[child])) ++child;
            if (!is_before(heap_[child], variable)) break;
            place(at, heap_[child]);
            at = child;
        }
        place(at, variable);
    }

    void place(int at, int variable) {
        heap_[at] = variable;
        position_[variable] = at;
    }

    static constexpr int outside = -1;
    static constexpr double largest = 1e100, decay_factor = 0.95;
    std::vector<double> activity_;  // per variable
    std::vector<int> position_;     // per variable: its index in the heap
    std::vector<int> heap_;
    double increment_ = 1.0;
};

}  // namespace masume
