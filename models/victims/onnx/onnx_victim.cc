#include "models/victims/onnx/onnx_victim.h"

#include <algorithm>
#include <mutex>

#include "common/error.h"
#include "common/text.h"
#include "models/victims/engine_victim.h"
#include "models/victims/onnx/onnx_file.h"
#include "models/victims/onnx/onnx_network.h"
#include "models/victims/stated_input.h"

namespace bora::models {
namespace {

// Returns the product of the sides that are not open (-1); 0 if one is below 1 or the product above 2^31.
std::int64_t product_of_known(const std::vector<std::int64_t>& sides) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  std::int64_t product = 1;
  for (const std::int64_t side : sides)
    if (side != -1)
      product = side < 1 || side > kMost / std::max<std::int64_t>(1, product) ? 0 : product * side;
  return product;
}

// Returns the sides of the model's input without the batch. Open ones are filled from the image. Throws
// InputError if the images do not fit.
std::vector<std::int64_t> closed_sides(const OnnxFile& file, const InputFormat& format) {
  std::vector<std::int64_t> sides(file.sides.begin() + 1, file.sides.end());
  const ImageShape& shape = format.shape;
  const std::vector<std::int64_t> of_image = image_sides(format);
  if (sides.size() == of_image.size())
    for (std::size_t i = 0; i < sides.size(); ++i)
      if (sides[i] < 0) sides[i] = of_image[i];
  const auto open = std::ranges::find(sides, -1);
  if (open != sides.end()) {
    const std::int64_t rest = product_of_known(sides);
    if (std::ranges::count(sides, -1) == 1 && rest > 0 && shape.size() % rest == 0)
      *open = shape.size() / rest;
  }
  const bool closed = std::ranges::count(sides, -1) == 0;
  const bool fits = sides.size() == 3 ? sides == of_image : product_of_known(sides) == shape.size();
  if (!closed || !fits)
    throw InputError("{}: its input is {}, the images are {} ({}); {}", file.name, sides_text(file.sides),
                     to_string(shape), to_string(format.layout), advice_on_axes(sides, format));
  return sides;
}

// Throws InputError unless the format has the values 0 to 255, which an input of type UINT8 takes.
void check_eight_bit(const OnnxFile& file, const InputFormat& format) {
  if (format.range != ValueRange{0, 255} || !format.mean.empty() || !format.deviation.empty())
    throw InputError(
        "{}: its input is of type UINT8 and takes values from 0 to 255 (input-range 0,255; no mean or std)",
        file.name);
}

// Pool of networks for a fixed number of images per call. A network cannot be used by two threads at once, so
// there is one for each concurrent call.
class Networks {
 public:
  Networks(const OnnxFile& file, std::int64_t batch, std::vector<std::int64_t> sides, std::string output)
      : file_(file), batch_(batch), sides_(std::move(sides)), output_(std::move(output)) {
    free_.push_back(make());
  }
  std::int64_t batch() const { return batch_; }

  Batch run(const Batch& values) {
    auto network = acquire();
    Batch out = network->run(values);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(network));
    return out;
  }

 private:
  std::unique_ptr<OnnxNetwork> make() const { return make_onnx_network(file_, batch_, sides_, output_); }
  // Returns a free network; makes one if there is none.
  std::unique_ptr<OnnxNetwork> acquire() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto network = std::move(free_.back());
        free_.pop_back();
        return network;
      }
    }
    return make();
  }

  const OnnxFile& file_;
  std::int64_t batch_;
  std::vector<std::int64_t> sides_;
  std::string output_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<OnnxNetwork>> free_;
};

class OnnxEngine final : public Engine {
 public:
  OnnxEngine(OnnxFile file, const VictimOptions& options, InputFormat format, ThreadPool* pool)
      : file_(std::move(file)), format_(std::move(format)), pool_(pool) {
    if (file_.eight_bit) check_eight_bit(file_, format_);
    const auto sides = closed_sides(file_, format_);
    std::string output = options.output.empty() ? file_.outputs.front() : options.output;
    if (std::ranges::count(file_.outputs, output) == 0)
      throw InputError("{}: has no output '{}', its outputs are {}", file_.name, printable(output),
                       join(file_.outputs));
    const std::int64_t fixed = file_.sides.front();
    if (fixed > 4096)
      throw InputError("{}: takes {} images a call, expected at most 4096", file_.name, fixed);
    try {
      one_ = std::make_unique<Networks>(file_, fixed > 0 ? fixed : 1, sides, output);
      // A model with an open batch axis gets two networks: one for full chunks and one for single images.
      if (fixed < 0 && options.chunk > 1) many_ = make_for_several(options.chunk, sides, output);
    } catch (const VictimError& error) {
      throw InputError("{}: {} cannot run it: {}; a program that runs it can be the model (exec:COMMAND)",
                       file_.name, onnx_library(), error.what());
    }
  }

  Batch forward(const Batch& images) override {
    struct Call {
      Eigen::Index begin, count;
      Networks* networks;
    };
    std::vector<Call> calls;
    Eigen::Index begin = 0;
    const Eigen::Index n = images.rows();
    if (many_)
      for (; n - begin >= many_->batch(); begin += many_->batch())
        calls.push_back({begin, many_->batch(), many_.get()});
    for (; begin < n; begin += one_->batch())
      calls.push_back({begin, std::min<Eigen::Index>(one_->batch(), n - begin), one_.get()});
    std::vector<Batch> answers(calls.size());
    const auto run = [&](int i) {
      const Call& call = calls[i];
      Batch values = formatted(images, call.begin, call.count, format_);
      if (file_.eight_bit) values = values.array().round().cwiseMax(0).cwiseMin(255);  // the cast truncates
      const Eigen::Index missing = call.networks->batch() - call.count;
      values.conservativeResize(call.networks->batch(), Eigen::NoChange);
      values.bottomRows(missing).setZero();
      answers[i] = call.networks->run(values).topRows(call.count);
    };
    run_each(pool_, static_cast<int>(calls.size()), run);
    Batch scores(n, answers.front().cols());
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (answers[i].cols() != scores.cols())
        throw VictimError("the output has more columns for some images than for others");
      scores.middleRows(calls[i].begin, calls[i].count) = answers[i];
    }
    return scores;
  }

  bool use_single_images() override {
    const bool together = many_ != nullptr;
    many_.reset();
    return together;
  }

 private:
  // Returns networks for `chunk` images per call. Runs one, and returns null if it fails: some graphs declare
  // an open batch axis but work for one image per call only.
  std::unique_ptr<Networks> make_for_several(int chunk, const std::vector<std::int64_t>& sides,
                                             const std::string& output) const {
    try {
      auto networks = std::make_unique<Networks>(file_, chunk, sides, output);
      networks->run(Batch::Zero(chunk, format_.shape.size()));
      return networks;
    } catch (const VictimError&) {
      return nullptr;
    }
  }

  OnnxFile file_;
  InputFormat format_;
  ThreadPool* pool_;
  std::unique_ptr<Networks> one_, many_;
};

}  // namespace

std::unique_ptr<Victim> load_onnx(const VictimOptions& options, const Batch& probes, ThreadPool* pool) {
  if (options.chunk < 1) throw InputError("chunk is {}, expected at least 1", options.chunk);
  if (options.device != "cpu")
    throw InputError("{}: ONNX files run on the device cpu here, not on '{}'", options.address,
                     options.device);
  OnnxFile file = read_onnx(options.address);
  const ModelMetadata metadata = onnx_metadata(file);
  if (metadata.graph) throw InputError("{}: classifies graphs, not images", options.address);
  const InputFormat format = stated_format(options, metadata);
  StatedModel stated{options.address, format.shape, options.kind ? options.kind : metadata.kind,
                     options.classes ? options.classes : metadata.classes, options.may_differ};
  stated.doubt = file.doubt;
  stated.notices =
      notices_of_outputs(file.outputs.size(), fmt::format(" ({})", printable(join(file.outputs))), options);
  const auto output = std::ranges::find(file.outputs, options.output);
  if (options.output.empty() || output != file.outputs.end())
    stated.columns = file.columns[options.output.empty() ? 0 : output - file.outputs.begin()];
  return make_engine_victim(std::make_unique<OnnxEngine>(std::move(file), options, format, pool), stated,
                            probes);
}

}  // namespace bora::models
