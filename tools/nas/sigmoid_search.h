// bo-nas --space sigmoid-mlp: sigmoid networks trained by plain gradient descent, and their search.
#pragma once

namespace bora {

/// Returns whether the command line asks for --space sigmoid-mlp, which has options of its own.
bool wants_sigmoid_search(int argc, const char* const* argv);

/// Parses the command line, trains or searches, and writes results.csv and report.html. Returns the exit
/// code. Throws InputError.
int run_sigmoid_search(int argc, const char* const* argv);

}  // namespace bora
