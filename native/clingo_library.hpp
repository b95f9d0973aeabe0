// ClingoLibrary: the functions of clingo that we call, looked up in its shared library at run time.
//
// Nothing is linked: clingo's wheel exports its C interface and contains the header that declares it.
#pragma once

#include <clingo.h>

#include <stdexcept>
#include <string>

namespace masume {

// The functions that we use; each becomes a member of the same name and type.
#define MASUME_CLINGO_FUNCTIONS(X)          \
    X(clingo_version)                       \
    X(clingo_error_message)                 \
    X(clingo_set_error)                     \
    X(clingo_control_new)                   \
    X(clingo_control_free)                  \
    X(clingo_control_backend)               \
    X(clingo_control_interrupt)             \
    X(clingo_control_register_propagator)   \
    X(clingo_control_solve)                 \
    X(clingo_control_statistics)            \
    X(clingo_control_configuration)         \
    X(clingo_configuration_root)            \
    X(clingo_configuration_map_at)          \
    X(clingo_configuration_value_set)       \
    X(clingo_statistics_root)               \
    X(clingo_statistics_map_at)             \
    X(clingo_statistics_value_get)          \
    X(clingo_backend_begin)                 \
    X(clingo_backend_end)                   \
    X(clingo_backend_add_atom)              \
    X(clingo_backend_rule)                  \
    X(clingo_solve_handle_model)            \
    X(clingo_solve_handle_get)              \
    X(clingo_solve_handle_core)             \
    X(clingo_solve_handle_close)            \
    X(clingo_propagate_init_solver_literal) \
    X(clingo_propagate_init_add_clause)     \
    X(clingo_propagate_init_add_watch)      \
    X(clingo_propagate_init_freeze_literal) \
    X(clingo_propagate_init_set_check_mode) \
    X(clingo_propagate_init_add_weight_constraint) \
    X(clingo_propagate_control_assignment)  \
    X(clingo_propagate_control_add_clause)  \
    X(clingo_assignment_is_total)           \
    X(clingo_assignment_decision_level)     \
    X(clingo_assignment_truth_value)

struct ClingoLibrary {
    // Load the shared library; throws std::runtime_error with one sentence if it is missing or of another version.
    explicit ClingoLibrary(const std::string &path);

#define MASUME_DECLARE(name) decltype(&::name) name = nullptr;
    MASUME_CLINGO_FUNCTIONS(MASUME_DECLARE)
#undef MASUME_DECLARE

    // Throw clingo's error message if a call failed.
    void expect(bool succeeded) const {
        if (succeeded) return;
        const char *message = clingo_error_message();
        throw std::runtime_error(message != nullptr ? message : "clingo failed without a message");
    }
};

}  // namespace masume
