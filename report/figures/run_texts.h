// Facts of a run in words, the same in every format. Comparisons of runs also compare these texts.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Returns the kind of input that the run attacks: "image" or "graph".
std::string noun(const RunRecord& run);
/// Returns the kind of the clean inputs with the part of the data that --part names: "test image", "train
/// graph"; without a part for all parts and for a single input.
std::string noun_with_part(const RunRecord& run);
/// Returns whether distances of the run are whole numbers of pixels: with the norms l0 and patch.
bool in_pixels(const RunRecord& run);
/// Returns the name of the norm that bounds changes of pixels: "L-infinity", "L2", "L0" or "patch side"; ""
/// in other runs.
std::string norm_text(const RunRecord& run);
/// Returns a square of pixels: "5 x 5 pixels".
std::string square_text(double side);
/// Returns a distance in the run's norm with its name: "L-infinity 0.298", "L2 0.500", "24 pixels changed",
/// "within one square of 5 x 5 pixels".
std::string measured_distance(const RunRecord& run, double distance);
/// Returns the threat model in words: "L-infinity at most 76/255 = 0.298 (asked: 0.3)", "L2 at most 0.5",
/// "within one square of 5 x 5 pixels" or "at most round(0.03 n^2) edits of a graph of n nodes, ...".
std::string threat_text(const RunRecord& run);
/// Returns the budget of an instance: "300 queries", "40 queries for each edit allowed, at most 20,000".
std::string budget_text(const RunRecord& run);
/// Returns the result of each attack's search for one perturbation of all images: "procedural: 7 of 10
/// images, the most of 50 perturbations (500 queries)"; "" for other runs.
std::string search_text(const RunRecord& run);
/// Returns the access level: "the model's 10 scores (logits)", "only the 5 highest of ...", or "the predicted
/// class alone".
std::string access_text(const RunRecord& run);
/// Returns the name of an attack as displayed: "pgd (white box)", "bo (prior)", or the name alone.
std::string display_name(const std::string& attack, const RunRecord& run);
/// Returns the rule by which a success is confirmed: "3 of up to 5 answers, each of them a query"; "" if one
/// answer decides.
std::string repeats_text(const RunRecord& run);

/// Text that marks an attack that sees labels only.
inline constexpr const char* kSeesLabels = "sees labels only";
/// Returns the access and queries of an attack that differ from those of other attacks: "sees labels only";
/// "" if there is no difference.
std::string facts_text(const AttackFacts& facts);
/// Returns the attacker's knowledge besides the model's answers to the queries of one instance: "nothing
/// else: no training data, no substitute models, no gradients, no weights", or the substitute models, their
/// training data and their accuracy.
std::string knowledge_text(const RunRecord& run);
/// Returns the path that a description of data begins with, such as "/home/me/d.npz" of "/home/me/d.npz (in
/// grey)" and of
/// "/home/me/d.npz, test part".
std::string path_of_data(const std::string& data);
/// Returns a path or a description of data without folders: "d.npz (in grey)" for "/home/me/d.npz (in grey)",
/// "mnist" for "data/mnist/", "mnist/:train=0-99" for "data/mnist/:train=0-99".
std::string without_folders(const std::string& data);
/// Returns the shards of a run: "3 of 16" for a shard, "16 of 16, merged; 2 of them had not ended" for a
/// merged run; "" for other runs.
std::string shards_text(const RunRecord& run);

}  // namespace bora::report
