#include "attacks/image/transfer/transfer_images.h"

#include "attacks/image/transfer/substitute_pgd.h"
#include "surrogates/search/scalarisation.h"

namespace bora::attacks {

void TransferImages::find_first() {
  Rng rng(problem_.start_seed);
  auto found = substitute_pgd(problem_, {}, Eigen::MatrixXd::Ones(1, problem_.substitutes->size()), rng);
  images_ = std::move(found.images);
  slopes_ = std::move(found.slopes);
}

void TransferImages::find_others(int count, Rng& rng) {
  Eigen::MatrixXd weights(count, problem_.substitutes->size());
  for (auto row : weights.rowwise()) row = drawn_weights(static_cast<int>(row.size()), rng).transpose();
  // Fewer, larger steps: many different images matter more than their quality.
  const auto found = substitute_pgd(problem_, {.steps = 30, .step = 0.2}, weights, rng);
  const int total = size() + count;
  images_.conservativeResize(total, Eigen::NoChange);
  images_.bottomRows(count) = found.images;
  slopes_.conservativeResize(total, Eigen::NoChange);
  slopes_.bottomRows(count) = found.slopes;
}

}  // namespace bora::attacks
