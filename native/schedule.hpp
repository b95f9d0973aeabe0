// Schedule: how often a structure looks for deductions; it waits longer each time that it finds nothing.
#pragma once

#include <algorithm>

namespace masume {

class Schedule {
public:
    explicit Schedule(int longest) : longest_(longest) {}

    // Whether it is time to look; each time that it is not brings it nearer.
    bool due() {
        if (wait_ == 0) return true;
        --wait_;
        return false;
    }

    void looked(bool found) {
        pause_ = found ? pause_ / 2 : std::min(longest_, 2 * pause_ + 1);
        wait_ = pause_;
    }

    void reset() { pause_ = wait_ = 0; }

private:
    int longest_;
    int pause_ = 0, wait_ = 0;
};

}  // namespace masume
