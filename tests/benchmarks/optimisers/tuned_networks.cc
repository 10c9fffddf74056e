#include "benchmarks/optimisers/tuned_networks.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "benchmarks/optimisers/layer_network.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random.h"
#include "common/text.h"
#include "data/files/file.h"
#include "data/files/regression.h"

namespace bora::tools {
namespace {

constexpr std::uint64_t kNetworkSeed = 0;
constexpr double kFewestNeurons = 1, kMostNeurons = 100, kLeastLogDamping = -6, kMostLogDamping = 2;
constexpr int kFewestRows = 20;

// Maps each column to [-1, 1]; a constant column becomes 0.
Eigen::MatrixXd mapped(const Eigen::MatrixXd& columns) {
  const Eigen::RowVectorXd low = columns.colwise().minCoeff(), high = columns.colwise().maxCoeff();
  Eigen::MatrixXd out(columns.rows(), columns.cols());
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    const double range = high[j] - low[j];
    if (range > 0) {
      out.col(j) = 2 * (columns.col(j).array() - low[j]) / range - 1;
    } else {
      out.col(j).setZero();
    }
  }
  return out;
}

struct NetworkParts {
  NetworkData train, validation;
};

// Splits rows at random into parts of these shares; the rest are left out, as test data.
NetworkParts split_rows(const NetworkData& all, double train, double validation) {
  const auto rows = static_cast<int>(all.X.rows());
  Rng rng(mix_seed(kNetworkSeed, "network split"));
  const std::vector<int> order = rng.permutation(rows);
  const auto first = static_cast<int>(std::lround(train * rows));
  const auto second = first + static_cast<int>(std::lround(validation * rows));
  const auto part = [&](int begin, int end) {
    const std::vector<int> chosen(order.begin() + begin, order.begin() + end);
    return NetworkData{all.X(chosen, Eigen::all), all.T(chosen, Eigen::all)};
  };
  return {part(0, first), part(first, second)};
}

// Problem whose first two coordinates are the number of neurons, which is rounded down, and log10 of the
// damping.
class TunedNetwork : public MixedProblem {
 public:
  TunedNetwork(std::string name, MixedSpace space, NetworkParts parts, double scale)
      : name_(std::move(name)), space_(std::move(space)), parts_(std::move(parts)), scale_(scale) {}
  std::string name() const final { return name_; }
  const MixedSpace& space() const final { return space_; }
  bool minimum_known() const final { return false; }
  double minimum() const final { return 0; }
  Eigen::MatrixXd minimisers() const final { return {0, space_.dimension()}; }

 private:
  virtual TrainedNetwork train(const LayerNetwork& network, const Eigen::VectorXd& weights,
                               const NetworkParts& parts, const Eigen::VectorXd& point) const = 0;

  double at(const Eigen::VectorXd& point) const final {
    const LayerNetwork network(static_cast<int>(parts_.train.X.cols()), static_cast<int>(point[0]),
                               static_cast<int>(parts_.train.T.cols()), scale_);
    return train(network, network.draw_weights(kNetworkSeed), parts_, point).validation_error;
  }

  std::string name_;
  MixedSpace space_;
  NetworkParts parts_;
  double scale_;
};

class BostonNetwork final : public TunedNetwork {
 public:
  BostonNetwork(NetworkParts parts, double scale)
      : TunedNetwork("boston-network",
                     {{},
                      Eigen::Vector2d(kFewestNeurons, kLeastLogDamping),
                      Eigen::Vector2d(kMostNeurons, kMostLogDamping)},
                     std::move(parts), scale) {}

 private:
  TrainedNetwork train(const LayerNetwork& network, const Eigen::VectorXd& weights, const NetworkParts& parts,
                       const Eigen::VectorXd& point) const override {
    NetworkTraining training;
    training.damping = std::pow(10, point[1]);
    return train_levenberg_marquardt(network, weights, parts.train, parts.validation, training);
  }
};

class CancerNetwork final : public TunedNetwork {
 public:
  explicit CancerNetwork(NetworkParts parts)
      : TunedNetwork("cancer-network",
                     {{},
                      Eigen::Vector4d(kFewestNeurons, kLeastLogDamping, 0.01, 1.01),
                      Eigen::Vector4d(kMostNeurons, kMostLogDamping, 1, 20)},
                     std::move(parts), 1) {}

 private:
  TrainedNetwork train(const LayerNetwork& network, const Eigen::VectorXd& weights, const NetworkParts& parts,
                       const Eigen::VectorXd& point) const override {
    NetworkTraining training;
    training.damping = std::pow(10, point[1]);
    training.decrease = point[2];
    training.increase = point[3];
    return train_conjugate_gradients(network, weights, parts.train, parts.validation, training);
  }
};

void check_row_count(const std::string& place, Eigen::Index rows) {
  if (rows < kFewestRows) throw InputError("{}: {} rows, expected at least {}", place, rows, kFewestRows);
}

NetworkData read_tumours(const std::string& file) {
  constexpr int kFeatures = 9;
  constexpr double kMissing = 3.5;
  std::vector<double> features;
  std::vector<bool> malignant;
  int number = 0;
  for (const std::string& text : split(data::read_text_file(file), '\n')) {
    ++number;
    const std::string line = trimmed(text);
    if (line.empty()) continue;
    const std::vector<std::string> fields = split(line, ',');
    const std::string where = fmt::format("{}:{}", file, number);
    if (fields.size() != kFeatures + 2)
      throw InputError("{}: {}, expected a number, {} features and the class", where,
                       count_of(static_cast<std::int64_t>(fields.size()), "field"), kFeatures);
    for (int j = 1; j <= kFeatures; ++j) {
      const std::string& field = fields[static_cast<std::size_t>(j)];
      features.push_back(field == "?" ? kMissing : parse_number<double>(field, where, 1, 10));
    }
    if (fields.back() != "2" && fields.back() != "4")
      throw InputError("{}: class '{}', expected 2 (benign) or 4 (malignant)", where,
                       printable(fields.back()));
    malignant.push_back(fields.back() == "4");
  }
  const auto rows = static_cast<Eigen::Index>(malignant.size());
  check_row_count(file, rows);
  NetworkData tumours{Eigen::MatrixXd(rows, kFeatures), Eigen::MatrixXd::Zero(rows, 2)};
  for (Eigen::Index i = 0; i < rows; ++i) {
    tumours.X.row(i) =
        Eigen::Map<const Eigen::RowVectorXd>(&features[static_cast<std::size_t>(i * kFeatures)], kFeatures);
    tumours.T(i, malignant[static_cast<std::size_t>(i)] ? 1 : 0) = 1;
  }
  return tumours;
}

}  // namespace

std::unique_ptr<MixedProblem> make_boston_network(const std::string& name) {
  const data::RegressionSet houses = data::load_uci(name);
  check_row_count(houses.source, houses.X.rows());
  // The network's outputs, scaled, are prices less the middle of their range.
  const double low = houses.y.minCoeff(), high = houses.y.maxCoeff();
  if (!(high > low)) throw InputError("{}: all prices are {}, expected different ones", houses.source, low);
  const NetworkData all{mapped(houses.X), houses.y.array() - (low + high) / 2};
  return std::make_unique<BostonNetwork>(split_rows(all, 0.8, 0.1), (high - low) / 2);
}

std::unique_ptr<MixedProblem> make_cancer_network(const std::string& file) {
  NetworkData all = read_tumours(file);
  all.X = mapped(all.X);
  return std::make_unique<CancerNetwork>(split_rows(all, 0.7, 0.2));
}

}  // namespace bora::tools
