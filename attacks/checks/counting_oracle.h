// Counts what is asked of a victim for checks, apart from the queries of attacks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attacks/ledger/oracle.h"

namespace bora {

/// Passes everything on. A gradient belongs to the query whose answer it goes with, as in the ledger.
template <typename Input>
class CountingOracle final : public Oracle<Input> {
 public:
  /// `oracle` must outlive it.
  explicit CountingOracle(Oracle<Input>& oracle) : oracle_(oracle) {}
  /// Inputs put to the victim so far, answered or not.
  std::int64_t queries() const { return queries_; }

  const std::string& name() const override { return oracle_.name(); }
  int classes() const override { return oracle_.classes(); }
  ScoreKind kind() const override { return oracle_.kind(); }
  Scores scores(Inputs<Input> inputs) override {
    queries_ += static_cast<std::int64_t>(inputs.size());
    return oracle_.scores(inputs);
  }
  std::vector<int> labels(Inputs<Input> inputs) override {
    queries_ += static_cast<std::int64_t>(inputs.size());
    return oracle_.labels(inputs);
  }
  bool randomised() const override { return oracle_.randomised(); }
  void draw(std::uint64_t number) override { oracle_.draw(number); }
  bool has_gradients() override { return oracle_.has_gradients(); }
  std::vector<Eigen::RowVectorXf> gradients(const std::vector<GradientQuestion<Input>>& questions) override {
    return oracle_.gradients(questions);
  }

 private:
  Oracle<Input>& oracle_;
  std::int64_t queries_ = 0;
};

}  // namespace bora
