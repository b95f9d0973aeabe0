// A clingo of another version, or without a function that is needed, is refused: this program plays that clingo.
#include "clingo_library.hpp"
#include "laws.hpp"

namespace {

int minor_version = CLINGO_VERSION_MINOR;

std::string refusal(const std::string &path) {
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
    const std::string itself;  // what dlopen calls the program
    EXPECT(refusal(itself) == "the installed clingo has no clingo_error_message");
    minor_version = 99;
    const std::string major = std::to_string(CLINGO_VERSION_MAJOR) + ".";
    const std::string minor = std::to_string(CLINGO_VERSION_MINOR);
    EXPECT(refusal(itself) == "built for clingo " + major + minor + ", but clingo " + major + "99 is installed");
    EXPECT(refusal("/no/such/library.so").rfind("clingo cannot be loaded: ", 0) == 0);
}
