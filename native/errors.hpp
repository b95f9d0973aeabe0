// How errors are passed to Python, because no exception may leave the extension.
#pragma once

#include <exception>
#include <string>

namespace masume {

constexpr int failed = -1;
inline thread_local std::string last_error;  // the message of the last exception in this thread

// Return what the function returns, or `failed` if it throws; then `last_error` has the message.
template <class Function>
int catch_errors(Function function) {
    try {
        return function();
    } catch (const std::exception &error) {
        last_error = error.what();
    } catch (...) {
        last_error = "an unknown error";
    }
    return failed;
}

}  // namespace masume
