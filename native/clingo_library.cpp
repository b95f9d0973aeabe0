#include "clingo_library.hpp"

#include <dlfcn.h>

namespace masume {

namespace {

std::string version(int major, int minor) { return std::to_string(major) + "." + std::to_string(minor); }

template <class Function>
void find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) throw std::runtime_error(std::string("the installed clingo has no ") + name);
}

}  // namespace

ClingoLibrary::ClingoLibrary(const std::string &path) {
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never unloaded
    if (library == nullptr) throw std::runtime_error(std::string("clingo cannot be loaded: ") + dlerror());
    find(library, "clingo_version", clingo_version);
    int major = 0, minor = 0, revision = 0;
    clingo_version(&major, &minor, &revision);
    if (major != CLINGO_VERSION_MAJOR || minor != CLINGO_VERSION_MINOR) {
        const std::string expected = version(CLINGO_VERSION_MAJOR, CLINGO_VERSION_MINOR);
        throw std::runtime_error("built for clingo " + expected + ", but clingo " + version(major, minor) +
                                 " is installed");
    }
#define MASUME_FIND(name) find(library, #name, name);
    MASUME_CLINGO_FUNCTIONS(MASUME_FIND)
#undef MASUME_FIND
}

}  // namespace masume
