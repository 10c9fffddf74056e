// Results of a search in words and tables, for the terminal and the page.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"
#include "nas/run/search_config.h"
#include "nas/run/search_outcome.h"
#include "report/words/marked_text.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Results of a search.
struct SearchReport {
  /// Network that the search selects.
  struct Chosen {
    int number = 0;                              ///< number of the trial
    std::string architecture, weights, latency;  ///< latency is "" if it was not measured
    /// Validation accuracy: "97.50% [96.34, 98.30] (1000 images; the largest of 20, and therefore
    /// optimistic)".
    MarkedText validation;
    MarkedText resists;  ///< robustness; "" if it was not measured
    MarkedText longer;   ///< figures after longer retraining; "" without it
    MarkedText test;     ///< test accuracy; "" without test images
    std::string model;   ///< name of its file
    std::string choice;  ///< rule by which it was chosen from the front; "" with one objective
  };
  std::string progress;     ///< "20 of 20, 1 without a value (it diverged); 0.4 s each"
  std::string halving;      ///< networks that were not trained to the end; "" without halving
  std::string overfitting;  ///< warning of overfitting by algorithm 12 of Ru 2021; "": none
  /// Warning that all accuracies are the same, vary no more than by chance, or are those of a constant
  /// answer;
  /// "": none.
  std::string alike;
  std::string doubt;       ///< warning of doubt_about_inputs(); "": none
  std::string probe;       ///< measurement of robustness: "50 validation images, bo, 20 queries, 51/255"
  std::string objectives;  ///< "accuracy and robustness"
  std::optional<Chosen> chosen;  ///< none if no network has a value
  std::size_t front_size = 0;    ///< number of networks on the Pareto front of the objectives
  ReportTable front;             ///< networks on the front; no rows with one objective
  ReportTable networks;          ///< all networks, best first
};

/// Returns the results of a search in words and tables.
SearchReport search_report(const SearchConfig& options, const SearchOutcome& outcome);

/// Returns the value that a trial has for the first objective.
double first_value(const SearchTrial& trial, const SearchConfig& options, const SearchOutcome& outcome);

/// Returns a description of a space restricted by motifs: "8,123 of 15,625 architectures have one of 5 good
/// patterns: nor_conv_3x3; ...". `whole`: the unrestricted space.
std::string motifs_text(const MotifSpace& space, const ArchitectureSpace& whole);

}  // namespace bora::report
