// Attempt: how errors get from here to Python, for no exception may.
#pragma once

#include <exception>
#include <string>

namespace masume {

constexpr int failed = -1;
inline thread_local std::string last_error;  // what went wrong, in the thread that asked

template <class Work>
int attempt(Work work) {
    try {
        return work();
    } catch (const std::exception &error) {
        last_error = error.what();
    } catch (...) {
        last_error = "an unknown error";
    }
    return failed;
}

}  // namespace masume
