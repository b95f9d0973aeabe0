// Loading a clingo of another version, or without a required function, fails with one sentence.  This program itself is
// loaded instead of such a clingo.
#include "clingo_library.hpp"
#include "laws.hpp"

namespace {

int minor_version = CLINGO_VERSION_MINOR;

std::string load_error(const std::string &path) {
    try {
        masume::ClingoLibrary library(path);
    } catch (const std::runtime_error &error) {
        return error.what();
    }
    return "";
}

}  // namespace

extern "C" void clingo_version(int *major, int *minor, int *revision) {
    *major = CLINGO_VERSION_MAJOR;
    *minor = minor_version;
    *revision = 0;
}

int main() {
    const std::string itself;  // dlopen opens the program itself for an empty path
    EXPECT(load_error(itself) == "the installed clingo has no clingo_error_message");
    minor_version = 99;
    const std::string major = std::to_string(CLINGO_VERSION_MAJOR) + ".";
    const std::string minor = std::to_string(CLINGO_VERSION_MINOR);
    EXPECT(load_error(itself) == "built for clingo " + major + minor + ", but clingo " + major + "99 is installed");
    EXPECT(load_error("/no/such/library.so").rfind("clingo cannot be loaded: ", 0) == 0);
}
