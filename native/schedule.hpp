// Schedule: decides when a propagator runs; after each run that finds nothing, the pause is longer.
#pragma once

#include <algorithm>

namespace masume {

class Schedule {
public:
    explicit Schedule(int longest_pause) : longest_pause_(longest_pause) {}

    // Whether to run the propagator at this fixpoint; each call that returns false is one fixpoint of the pause.
    bool is_due() {
        if (remaining_ == 0) return true;
        --remaining_;
        return false;
    }

    void record_run(bool found_something) {
        pause_ = found_something ? pause_ / 2 : std::min(longest_pause_, 2 * pause_ + 1);
        remaining_ = pause_;
    }

    void reset() { pause_ = remaining_ = 0; }

private:
    int longest_pause_;
    int pause_ = 0, remaining_ = 0;  // in fixpoints
};

}  // namespace masume
