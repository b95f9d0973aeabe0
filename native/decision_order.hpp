// DecisionOrder: the variables that a search may decide next, those first that were in many conflicts lately.
//
// Variables that never were in a conflict come last, in the order of their numbers: a search sweeps over the board.
#pragma once

#include <algorithm>
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
        if (known <= variables) next_idle_ = std::min(next_idle_, std::max(known, 1));
    }

    void insert(int variable) {
        if (activity_[variable] == 0.0) {
            next_idle_ = std::min(next_idle_, variable);
        } else if (position_[variable] == outside) {
            heap_.push_back(variable);
            rise(static_cast<int>(heap_.size()) - 1);
        }
    }

    bool is_empty() const { return heap_.empty() && next_idle_ >= static_cast<int>(activity_.size()); }

    // Remove the most active variable and return it; variables that were not inserted may be returned, too.
    int remove_first() {
        if (heap_.empty()) return next_idle_++;
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
    void rescale() {
        for (double &activity : activity_) activity /= largest;
        increment_ /= largest;
    }

    void rise(int at) {
        const int variable = heap_[at];
        while (at > 0) {
            const int parent = (at - 1) / 2;
            if (activity_[heap_[parent]] >= activity_[variable]) break;
            place(at, heap_[parent]);
            at = parent;
        }
        place(at, variable);
    }

    void sink(int at) {
        const int variable = heap_[at], size = static_cast<int>(heap_.size());
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && activity_[heap_[child + 1]] > activity_[heap_[child]]) ++child;
            if (activity_[heap_[child]] <= activity_[variable]) break;
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
    std::vector<int> heap_;         // of active variables
    int next_idle_ = 1;             // no variable before this one is still to be decided and has never been active
    double increment_ = 1.0;
};

}  // namespace masume
