// States of attacks in which a model has to rank candidates, kept in one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "attacks/threat/objective.h"
#include "data/images/dataset.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::tools {

/// 8-bit images, one after the other, CHW.
using Levels = std::vector<std::uint8_t>;

/// Proposals around the incumbent of a trajectory, none of which it has seen.
struct RecordedProposals {
  int queries = 0;  ///< answers of the trajectory that are known here
  int side = 0;     ///< side of the proposed squares
  Levels candidates;
  std::vector<double> values;  ///< log-odds of the goal at the candidates
  /// Gradient (d) of the log-odds at the incumbent; empty if the victim has none. No model sees it: it shows
  /// what the best model that is linear around the incumbent would reach.
  std::vector<float> gradient;
};

/// An attack on one image, up to the last checkpoint before its success.
struct Trajectory {
  int input = 0;  ///< position in the data: states of one image are not independent
  Goal goal;
  Levels original;
  Levels images;               ///< those asked, in order
  std::vector<double> values;  ///< their log-odds
  std::vector<float> log_p;    ///< their log-probabilities of all classes, image by image
  std::vector<RecordedProposals> checkpoints;
};

struct Recording {
  std::string source;  ///< how it was made, in words
  ImageShape shape;
  int classes = 0;
  std::vector<Trajectory> trajectories;

  /// Throw InputError naming the file.
  void save(const std::filesystem::path& file) const;
  static Recording load(const std::filesystem::path& file);
};

/// Input of a model, and the true values by which it is judged.
struct RankingState {
  int input = 0;
  int queries = 0;
  int side = 0;
  ImageShape shape;
  Goal goal;
  Eigen::RowVectorXf original;       ///< d
  PointRows observed;                ///< n x d: perturbations that the victim has seen
  Eigen::VectorXd values;            ///< n
  Eigen::MatrixXd log_p;             ///< n x classes
  PointRows candidates;              ///< m x d: perturbations
  Eigen::VectorXd candidate_values;  ///< m; models must not look
  Eigen::RowVectorXf gradient;       ///< d or none; models must not look

  /// Lessons of attacks on other images (lessons.h), d x classes each.
  std::vector<const Eigen::MatrixXd*> lessons;

  Eigen::Index incumbent() const;  ///< row of the best observed
};

RankingState state_at(const Recording& recording, const Trajectory& trajectory,
                      const RecordedProposals& checkpoint);

}  // namespace bora::tools
