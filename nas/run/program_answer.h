// Parsing of the answers of a program that trains networks.
#pragma once

#include <string>

#include "common/layers.h"
#include "nas/run/search_store.h"

namespace bora::nas {

/// Parses the line that a program printed for a network and stores it in `trial`: {"accuracy": a number in
/// [0, 1]}, with optional `weights` and `loss`, or {"failure": reason}. Any other line is stored as a
/// failure that quotes it.
void take_answer(SearchTrial& trial, const std::string& line);

/// Returns a warning if the accuracy of a trial is k / `validation` for no whole number k, even if it was
/// rounded to four decimals: it was measured on another number of inputs. Returns "" otherwise, and for a
/// trial without a value.
std::string doubt_about_inputs(const SearchTrial& trial, int validation);

}  // namespace bora::nas
