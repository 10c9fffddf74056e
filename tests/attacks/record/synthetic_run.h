// Synthetic run database, as written by an attack but without a victim, for tests of its readers.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"

namespace bora::attacks {

struct SyntheticInstance {
  std::string attack = "square";
  int input = 0;              ///< image id
  std::optional<int> target;  ///< set in targeted runs
  std::string status = "success";
  int queries = 1;
  int unanswered = 0;  ///< number of unanswered attempts
  std::string reason = {};
  bool verified = true;
};

struct SyntheticInput {
  int label = 0;
  int predicted = 0;
  bool attacked = true;
  std::string reason;
};

struct SyntheticRun {
  std::vector<std::string> attacks{"square"};
  bool targeted = true;
  bool continuous = false;
  int epsilon_levels = 76;  ///< epsilon in 255ths; 76 if 0.3 was requested
  int clean_correct = 982;  ///< number correct of 1000 test images
  int budget = 100;
  int classes = 10;
  int channels = 1;
  int side = 28;
  std::string status = "complete";
  std::string model = "victims/digits.pt";
  std::string model_sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  std::string visible = "scores";
  std::string seed = "7";
  std::map<std::string, AttackFacts> attack_facts;
  PriorFacts prior;
  std::vector<std::string> warnings;
  std::vector<EvaluationCheck> checks;
  std::int64_t check_queries = 0;
  std::map<std::string, std::string> options;  ///< options added to, or in place of, the usual ones
  std::vector<std::string> class_names{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  std::vector<SyntheticInput> inputs;
  std::vector<SyntheticInstance> instances;
};

/// Draws a digit in 0-9 as pen strokes; the same `variant` gives the same hand. side x side, grey.
std::vector<std::uint8_t> draw_digit(int digit, int side, int variant);

/// Adds an instance that succeeds after `queries` queries, or is exhausted if they reach the budget of the
/// run.
void add_instance(SyntheticRun& run, const std::string& attack, int image, int target, int queries);

/// Writes the run and reads it back.
RunRecord record_of(const SyntheticRun& run, const std::filesystem::path& folder);

/// Writes `folder`/run.sqlite with all data of a run, including scores and queries.
void write_synthetic_run(const SyntheticRun& run, const std::filesystem::path& folder);

/// Returns a run of sixteen attacks: those of the published table of protocol ru-a.6, a label-only one, a
/// white-box one, and two with names of maximum length.
SyntheticRun many_attacks_run(int images);

/// Returns a run of three attacks on `images` digits with realistic distributions of queries, targeted (all
/// other classes) or untargeted. `share_ended` < 1: interrupted after this share of the instances.
SyntheticRun plausible_run(int images, bool targeted, double share_ended);

}  // namespace bora::attacks
