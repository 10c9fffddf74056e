#include "models/victims/engine_victim.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "common/error.h"
#include "common/random.h"
#include "common/text.h"
#include "models/victims/score_meaning.h"

namespace bora::models {
namespace {

// Returns whether the shape or the layout of the images may be the cause of the failure `why`. The text of
// some failures shows another cause: access, load, or a fault of the program.
bool may_concern_form(const std::string& why) {
  constexpr std::string_view kStatus = "answers with status ";
  if (const auto at = why.find(kStatus); at != std::string::npos) {
    const std::string_view status = std::string_view(why).substr(at + kStatus.size(), 3);
    return status == "400" || status == "413" || status == "415" || status == "422" || status == "500";
  }
  constexpr std::string_view kOtherCauses =
      "AttributeError: |ConnectionError: |FileNotFoundError: |HTTPError: |ImportError: |KeyError: |MemoryError: |"
      "ModuleNotFoundError: |NameError: |NotImplementedError: |OSError: |PermissionError: |TimeoutError: |"
      "TypeError: |URLError: |UnboundLocalError: |ZeroDivisionError: |predict gave |out of memory|redirects to |"
      "gave no answer in |onnection |to connect|timed out|one run attacks one model";
  return std::ranges::none_of(split(kOtherCauses, '|'),
                              [&](std::string_view part) { return why.find(part) != std::string::npos; });
}

class EngineVictim final : public Victim {
 public:
  EngineVictim(std::unique_ptr<Engine> engine, const StatedModel& stated)
      : engine_(std::move(engine)),
        format_(
            stated.name, "image",
            {stated.kind, stated.classes, stated.labels_only, stated.best_only, stated.top, stated.columns}) {
    spec_.name = stated.name;
    spec_.input = stated.input;
    spec_.notices = stated.notices;
    spec_.doubt = stated.doubt;
  }
  EngineVictim(std::unique_ptr<Engine> engine, const EngineVictim& other)
      : spec_(other.spec_), engine_(std::move(engine)), format_(other.format_) {}

  const VictimSpec& spec() const override { return spec_; }
  std::vector<int> passes() const override { return engine_->passes(); }
  std::unique_ptr<Victim> new_connection() override {
    auto engine = engine_->new_connection();
    if (!engine) return nullptr;
    return std::make_unique<EngineVictim>(std::move(engine), *this);
  }

  Scores scores(const Batch& images) override {
    check_batch(images, spec_);
    return format_.scores(images.rows(), [&] { return engine_->forward(images); });
  }

  std::vector<int> labels(const Batch& images) override {
    if (!spec_.labels_only) return Victim::labels(images);
    check_batch(images, spec_);
    return format_.labels(images.rows(), [&] { return engine_->forward(images); });
  }

  bool has_gradients() override {
    if (spec_.labels_only) return false;
    try {
      pullback(Batch::Constant(1, spec_.input.size(), 0.5F), Batch::Ones(1, spec_.classes));
      return true;
    } catch (const VictimError&) {
      return false;
    }
  }

  Batch pullback(const Batch& images, const Batch& cotangents) override {
    if (spec_.labels_only) return Victim::pullback(images, cotangents);
    check_batch(images, spec_);
    if (format_.best_only())
      throw VictimError(fmt::format("{}: gives its best classes only, no gradients", spec_.name));
    if (!format_.one_column())
      return engine_->pullback(images, format_.percent() ? Batch(cotangents.array() / kPercent) : cotangents);
    // d(1 - p, p)/dp or d(0, z)/dz.
    Batch of_the_column = cotangents.col(1);
    if (spec_.kind == ScoreKind::probabilities) of_the_column -= cotangents.col(0);
    if (format_.percent()) of_the_column.array() /= kPercent;
    return engine_->pullback(images, of_the_column);
  }

  // Determines the format of the answers, and refuses a model that cannot be a victim.
  void probe(const Batch& images, bool may_differ) {
    if (images.cols() != spec_.input.size())
      throw InputError("{}: takes images of {} ({} values), the probes have {} values", spec_.name,
                       to_string(spec_.input), spec_.input.size(), images.cols());
    const Batch first = query_first(images);
    spec_.randomised = format_.probe(
        first, [&] { return query(images); }, engine_->exact());
    format_.write_to(spec_);
    spec_.model_version = engine_->model_version();
    if (spec_.randomised && !may_differ)
      throw InputError("{}: {} of the same images differ between two calls; {}", spec_.name,
                       spec_.labels_only ? "labels" : "scores", engine_->advice_on_repeats());
  }

 private:
  Batch query(const Batch& images) {
    Batch given = engine_->forward(images);
    if (given.rows() != images.rows())
      throw VictimError(fmt::format("the output for {} has {}", count_of(images.rows(), "image"),
                                    count_of(given.rows(), "row")));
    return given;
  }

  // Returns the first answer to the probes. If the model fails on several images, tries one image per call.
  Batch query_first(const Batch& images) {
    try {
      return query(images);
    } catch (const ProtocolError& error) {
      throw InputError("{}: {}", spec_.name, error.what());
    } catch (const OutputError& error) {
      throw InputError("{}: {}", spec_.name, error.what());
    } catch (const VictimError& error) {
      const std::string why = error.what();
      // Models are often exported for the batch of one image that they were traced with.
      try {
        if (images.rows() > 1 && query(images.topRows(1)).cols() > 0 && engine_->use_single_images())
          return query(images);
      } catch (const VictimError&) {
        // The failure with all images is more informative than that with one.
      }
      // LibTorch's message for a model of another device. It fails for any images.
      if (why.starts_with("Could not run '")) throw InputError("{}: {}", spec_.name, why);
      if (!may_concern_form(why)) throw InputError("{}: fails on clean inputs: {}", spec_.name, why);
      throw InputError(
          "{}: fails on images of {}: {}{}; if these are not what it takes, state that (--input-shape, "
          "--layout) or change them (--resize N --crop N, --channels {})",
          spec_.name, to_string(spec_.input), why,
          images.rows() > 1
              ? fmt::format(" (queried with {} images in one call, and with one per call)", images.rows())
              : "",
          spec_.input.channels == 1 ? 3 : 1);
    }
  }

  VictimSpec spec_;
  std::unique_ptr<Engine> engine_;
  AnswerFormat format_;
};

}  // namespace

Batch Engine::pullback(const Batch& /*images*/, const Batch& /*cotangents*/) {
  throw VictimError("the model gives no gradients");
}

std::unique_ptr<Victim> make_engine_victim(std::unique_ptr<Engine> engine, const StatedModel& stated,
                                           const Batch& probes) {
  auto victim = std::make_unique<EngineVictim>(std::move(engine), stated);
  victim->probe(probes.rows() > 0 ? probes : generated_probes(stated.input.size()), stated.may_differ);
  return victim;
}

Batch generated_probes(int size) {
  constexpr int kProbes = 4;
  Batch probes(kProbes, size);
  Rng rng(0);
  for (int i = 0; i < kProbes; ++i)
    for (int j = 0; j < size; ++j)
      probes(i, j) = i % 2 == 0 ? static_cast<float>(i + 1) / kProbes : static_cast<float>(rng.uniform());
  return probes;
}

void check_batch(const Batch& images, const VictimSpec& spec) {
  if (images.rows() < 1 || images.cols() != spec.input.size())
    throw InputError("{}: queried with a batch of {}x{}, expected n x {} ({})", spec.name, images.rows(),
                     images.cols(), spec.input.size(), to_string(spec.input));
}

void check_scores(const Scores& scores, const VictimSpec& spec) {
  if (scores.values.cols() != spec.classes)
    throw VictimError(fmt::format("{}: gave {} scores an image, expected {}", spec.name, scores.values.cols(),
                                  spec.classes));
  check_finite(scores.values, spec.name, spec.top > 0);
}

}  // namespace bora::models
