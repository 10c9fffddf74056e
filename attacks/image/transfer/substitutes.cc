#include "attacks/image/transfer/substitutes.h"

#include "common/setting_error.h"

namespace bora::attacks {

Substitutes::Substitutes(std::vector<std::shared_ptr<Victim>> networks) : networks_(std::move(networks)) {
  if (networks_.empty()) throw SettingError("prior", "got no substitute model, expected at least one");
  const VictimSpec& first = networks_.front()->spec();
  for (const auto& network : networks_) {
    const VictimSpec& spec = network->spec();
    if (spec.input != first.input)
      throw SettingError("prior", "{} takes images of {}, {} of {}", spec.name, to_string(spec.input),
                         first.name, to_string(first.input));
    if (spec.classes != first.classes)
      throw SettingError("prior", "{} has {} classes, {} has {}", spec.name, spec.classes, first.name,
                         first.classes);
    if (!network->has_gradients())
      throw SettingError("prior", "{} has no gradients, so it cannot serve as a substitute model", spec.name);
  }
}

Eigen::MatrixXd Substitutes::losses(const Batch& images, const Goal& goal, Loss loss) const {
  Eigen::MatrixXd losses(images.rows(), size());
  for (int k = 0; k < size(); ++k) {
    const LogProbabilities log_p = log_probabilities(network(k).scores(images));
    for (Eigen::Index i = 0; i < images.rows(); ++i) losses(i, k) = loss_value(loss, goal, log_p.row(i));
  }
  return losses;
}

Batch Substitutes::gradients(const Eigen::Ref<const Eigen::RowVectorXf>& image, const Goal& goal,
                             Loss loss) const {
  const Batch images = image;
  Batch gradients(size(), image.size());
  for (int k = 0; k < size(); ++k) {
    const Scores scores = network(k).scores(images);
    const Eigen::RowVectorXd of_log_p = loss_gradient(loss, goal, log_probabilities(scores).row(0));
    gradients.row(k) = network(k).pullback(images, gradient_of_scores(scores, 0, of_log_p));
  }
  return gradients;
}

Batch Substitutes::weighted_gradients(const Batch& images, const Eigen::MatrixXd& weights, const Goal& goal,
                                      Loss loss) const {
  Batch gradients = Batch::Zero(images.rows(), images.cols());
  for (int k = 0; k < size(); ++k) {
    if (weights.col(k).isZero(0)) continue;
    const Scores scores = network(k).scores(images);
    const LogProbabilities log_p = log_probabilities(scores);
    Batch cotangents(images.rows(), scores.values.cols());
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      cotangents.row(i) = gradient_of_scores(scores, static_cast<int>(i),
                                             weights(i, k) * loss_gradient(loss, goal, log_p.row(i)));
    gradients += network(k).pullback(images, cotangents);
  }
  return gradients;
}

}  // namespace bora::attacks
