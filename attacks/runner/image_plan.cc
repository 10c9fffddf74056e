#include "attacks/runner/image_plan.h"

#include "attacks/image/factory.h"
#include "common/error.h"
#include "common/setting_error.h"
#include "models/victims/evaluation.h"

namespace bora::attacks {
namespace {

class ImageSource final : public PlanSource {
 public:
  ImageSource(Victim& victim, const ImageDataset& data, bool label_only, int budget)
      : victim_(victim), data_(data), label_only_(label_only), budget_(budget) {}

  const char* noun() const override { return "image"; }
  int size() const override { return data_.size(); }
  int classes() const override { return victim_.spec().classes; }
  std::string source() const override { return data_.source; }
  std::string suspects() const override { return "--input-shape, --input-range and --layout"; }
  int label(int i) const override { return data_.labels[i]; }
  int record(int i) const override { return data_.records[i]; }
  std::string name(int i) const override { return data_.names.empty() ? "" : data_.names[i]; }
  bool wants_examples() const override { return true; }
  int budget(int) const override { return budget_; }
  std::string content(int i) const override {
    const auto pixels = data_.image(i);
    return {pixels.begin(), pixels.end()};
  }
  void draw(std::uint64_t number) override { victim_.draw(number); }
  CleanReply ask(std::span<const int> inputs) override {
    const auto n = static_cast<Eigen::Index>(inputs.size());
    Batch images(n, victim_.spec().input.size());
    for (Eigen::Index i = 0; i < n; ++i)
      images.row(i) = images_as_batch(data_, inputs[static_cast<std::size_t>(i)], 1).row(0);
    if (label_only_) return {victim_.labels(images), Batch(n, 0)};
    const Scores scores = victim_.scores(images);
    CleanReply reply{{}, scores.values, scores.kind};
    for (Eigen::Index i = 0; i < n; ++i) reply.labels.push_back(predicted_class(scores, static_cast<int>(i)));
    return reply;
  }

 private:
  Victim& victim_;
  const ImageDataset& data_;
  bool label_only_;
  int budget_;
};

}  // namespace

Plan make_plan(Victim& victim, const ImageDataset& data, const PlanOptions& options, int budget,
               ImageAttackKind kind) {
  const auto& spec = victim.spec();
  if (data.shape != spec.input)
    throw InputError("{}: images are {}, but {} takes {} (channels x height x width)", data.source,
                     to_string(data.shape), spec.name, to_string(spec.input));
  // Folders name classes, and number them by their names; a few of a model's classes need its own numbers.
  if (data.classes > 0 && data.classes < spec.classes && !data.names.empty())
    throw InputError(
        "{}: has {} classes, but {} has {}; which of them these are can be said with --class-map, or in a "
        "labels.csv there, with the columns file,label and labels from 0 to {}",
        data.source, data.classes, spec.name, spec.classes, spec.classes - 1);
  ImageSource source(victim, data, options.visible.label_only(), budget);
  check_classes(source, spec.name, data.classes, options);
  for (const auto& attack : options.attacks)
    if (kind == ImageAttackKind::pixels &&
        make_recipe(attack, spec.input, options.visible).summary.sight == AttackSight::gradients &&
        !victim.has_gradients())
      throw SettingError(fmt::format("attack {}", attack), "needs gradients, which {} does not have",
                         spec.name);
  return make_plan(source, options);
}

}  // namespace bora::attacks
