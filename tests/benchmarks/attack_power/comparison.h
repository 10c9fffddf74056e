// Rankings of all recorded states by all models.
#pragma once

#include <string>
#include <vector>

#include "common/thread_pool.h"
#include "ranking_model.h"
#include "ranking_scores.h"

namespace bora::tools {

/// States of one number of queries.
struct ComparisonBlock {
  int queries = 0;
  int states = 0;
  Estimate improves, random, best;  ///< means of StateScore's fields

  struct Row {
    std::string model, acquisition;
    Estimate spearman, improves, gain;
    /// Gain minus that of the first model with the same acquisition, averaged over states.
    Estimate against_first;
    double milliseconds = 0;  ///< time that one core needs for a state
  };
  std::vector<Row> rows;
};

struct ComparisonOptions {
  std::vector<std::string> acquisitions;  ///< at least one
  int among = 20;                         ///< see RankingScore; more than there are candidates means all
  int lessons = 1000;                     ///< that a state gets of attacks on other images, at most
};

/// `models`: at least one. Every state has its own random generator, so that only the milliseconds
/// depend on the number of threads.
std::vector<ComparisonBlock> compare(const Recording& recording, const RankingModels& models,
                                     const ComparisonOptions& options, ThreadPool& pool);

std::string as_text(const std::vector<ComparisonBlock>& blocks);
std::string as_csv(const std::vector<ComparisonBlock>& blocks);
std::string as_json(const std::vector<ComparisonBlock>& blocks, const std::string& source);

}  // namespace bora::tools
