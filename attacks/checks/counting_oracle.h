// Counts what is asked of a victim for checks, apart from the queries of attacks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "common/error.h"
#include "common/layers.h"

namespace bora::attacks {

/// Passes everything on. A gradient belongs to the query whose answer it goes with, as in the ledger.
template <typename Input>
class CountingOracle final : public Oracle<Input> {
 public:
  /// `oracle` must outlive it.
  explicit CountingOracle(Oracle<Input>& oracle) : oracle_(oracle) {}
  /// Returns the number of inputs sent to the victim so far, answered or not, repeated attempts included.
  std::int64_t queries() const { return queries_; }

  const std::string& name() const override { return oracle_.name(); }
  int classes() const override { return oracle_.classes(); }
  ScoreKind kind() const override { return oracle_.kind(); }
  Scores scores(Inputs<Input> inputs) override {
    return counted(inputs.size(), [&] { return oracle_.scores(inputs); });
  }
  std::vector<int> labels(Inputs<Input> inputs) override {
    return counted(inputs.size(), [&] { return oracle_.labels(inputs); });
  }
  bool randomised() const override { return oracle_.randomised(); }
  void draw(std::uint64_t number) override { oracle_.draw(number); }
  bool has_gradients() override { return oracle_.has_gradients(); }
  std::vector<Eigen::RowVectorXf> gradients(const std::vector<GradientQuestion<Input>>& questions) override {
    return oracle_.gradients(questions);
  }

  std::vector<int> passes() const override { return oracle_.passes(); }

 private:
  template <typename Ask>
  auto counted(std::size_t inputs, const Ask& ask) {
    queries_ += static_cast<std::int64_t>(inputs);
    const auto count_repeated = [&] {
      const std::vector<int> passes = oracle_.passes();
      for (std::size_t i = 0; i < passes.size() && i < inputs; ++i) queries_ += std::max(0, passes[i] - 1);
    };
    try {
      auto answers = ask();
      count_repeated();
      return answers;
    } catch (const VictimError&) {
      count_repeated();
      throw;
    }
  }

  Oracle<Input>& oracle_;
  std::int64_t queries_ = 0;
};

}  // namespace bora::attacks
