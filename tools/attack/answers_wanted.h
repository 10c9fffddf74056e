// How often a run asks each question, for victims that do not always answer alike.
#pragma once

#include <map>
#include <string>

#include "attacks/ledger/repeats.h"
#include "attacks/ledger/run_database.h"

namespace bora {

/// What a reader must know of a victim that gives the same inputs, `noun`s, other scores when asked again: a
/// sentence.
std::string warning_of_randomness(const Repeats& repeats, const std::string& noun);

/// The run's facts that say so (schema.h); those that are as usual are left out.
std::map<std::string, std::string> facts_of(const Repeats& repeats, bool randomised);

/// And back. Throws InputError if the database holds something else.
Repeats stored_repeats(const RunDatabase& database);

}  // namespace bora
