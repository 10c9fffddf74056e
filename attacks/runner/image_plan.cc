#include "attacks/runner/image_plan.h"

#include "attacks/runner/plan_checks.h"
#include "attacks/semantic/transformed.h"
#include "common/error.h"
#include "common/text.h"
#include "models/victims/evaluation.h"

namespace bora::attacks {
namespace {

// Images and their victim, as a PlanSource. The data must outlive it.
class ImageSource final : public PlanSource {
 public:
  ImageSource(Victim& victim, const ImageDataset& data, bool label_only, int budget)
      : victim_(victim), data_(data), label_only_(label_only), budget_(budget) {}

  const char* noun() const override { return "image"; }
  int size() const override { return data_.size(); }
  int classes() const override { return victim_.classes(); }
  std::string source() const override { return data_.source; }
  std::string suspects() const override {
    const std::string options =
        "--input-range, --mean and --std, --layout, --channels, --input-shape and --output";
    return data_.shape.channels == 3 ? options + ", that the model takes RGB, not BGR" : options;
  }
  std::string renumbering() const override { return "--class-map"; }
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
  std::vector<VictimReply> ask(std::span<const int> inputs) override {
    std::vector<Pixels> images;
    for (const int input : inputs) images.emplace_back(images_as_batch(data_, input, 1).row(0));
    std::vector<const Pixels*> asked;
    for (const Pixels& image : images) asked.push_back(&image);
    return victim_.ask(asked, label_only_);
  }

 private:
  Oracle<Pixels> victim_;
  const ImageDataset& data_;
  bool label_only_;
  int budget_;
};

}  // namespace

template <typename Input>
Plan make_plan(Victim& victim, const ImageDataset& data, const PlanOptions& options, int budget) {
  const auto& spec = victim.spec();
  if (data.shape != spec.input)
    throw InputError("{}: images are {}, but {} takes {} (channels x height x width)", data.source,
                     to_string(data.shape), spec.name, to_string(spec.input));
  // Data from folders are named, and their classes are numbered in the order of the folders' names. If they
  // hold only some of the model's classes, these numbers differ from the model's.
  if (data.classes > 0 && data.classes < spec.classes && !data.names.empty())
    throw InputError(
        "{}: has {}, but {} has {}; state their numbers in the model with --class-map, or in a "
        "labels.csv there, with the columns file,label and labels from 0 to {}",
        data.source, count_of(data.classes, "class", "classes"), spec.name, spec.classes, spec.classes - 1);
  ImageSource source(victim, data, options.visible.label_only(), budget);
  // Fewer classes than the model has are allowed: 0 leaves their number unchecked, and each label is checked.
  check_classes(source, spec.name, data.classes < spec.classes ? 0 : data.classes, options);
  refuse_missing_gradients(Oracle<Input>(victim), spec.input, options);
  return make_plan(source, options);
}

template Plan make_plan<Pixels>(Victim&, const ImageDataset&, const PlanOptions&, int);
template Plan make_plan<Transformed>(Victim&, const ImageDataset&, const PlanOptions&, int);

}  // namespace bora::attacks
