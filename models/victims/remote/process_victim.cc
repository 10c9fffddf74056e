#include "models/victims/remote/process_victim.h"

#include <fmt/format.h>

#include "models/victims/engine_victim.h"
#include "models/victims/remote/process_protocol.h"
#include "models/victims/stated_input.h"

namespace bora::models {
namespace {

class ProcessEngine final : public Engine {
 public:
  ProcessEngine(std::unique_ptr<ProcessConnections> program, InputFormat format)
      : program_(std::move(program)), format_(std::move(format)) {}

  Batch forward(const Batch& images) override {
    return program_->put(images.rows(), [&](Eigen::Index begin, Eigen::Index count) {
      const Batch values = formatted(images, begin, count, format_);
      const std::size_t bytes = static_cast<std::size_t>(values.size()) * sizeof(float);
      return ProcessRequest{
          fmt::format(", \"rows\": {}, \"columns\": {}, \"bytes\": {}", values.rows(), values.cols(), bytes),
          {reinterpret_cast<const char*>(values.data()), bytes}};
    });
  }

  bool use_single_images() override { return program_->use_single_inputs(); }
  bool exact() const override { return false; }
  const char* advice_on_repeats() const override {
    return "a network must be in evaluation mode (model.eval()); a victim that is random on purpose is for "
           "bo-attack, which repeats queries";
  }
  std::vector<int> passes() const override { return program_->passes(); }
  std::unique_ptr<Engine> new_connection() override {
    return std::make_unique<ProcessEngine>(std::make_unique<ProcessConnections>(program_.get()), format_);
  }

 private:
  std::unique_ptr<ProcessConnections> program_;
  InputFormat format_;
};

}  // namespace

std::unique_ptr<Victim> load_process(const VictimOptions& options, const Batch& probes) {
  check(options.endpoint);
  std::string fields = "\"task\": \"images\"";
  if (const auto shape = options.input ? options.input : options.data_shape)
    fields += fmt::format(", \"shape\": [{}, {}, {}]", shape->channels, shape->height, shape->width);
  auto program =
      std::make_unique<ProcessConnections>(options.address, fields, options.endpoint, options.chunk);
  const ProcessGreeting said = program->greeting();
  ModelMetadata metadata;
  metadata.input = said.shape;
  metadata.layout = said.layout;
  const InputFormat format = stated_format(options, metadata);
  StatedModel stated{options.address, format.shape, options.kind ? options.kind : said.kind,
                     options.classes ? options.classes : said.classes, options.may_differ};
  stated.labels_only = said.labels_only;
  stated.best_only = said.top > 0;
  stated.top = said.top;
  return make_engine_victim(std::make_unique<ProcessEngine>(std::move(program), format), stated, probes);
}

}  // namespace bora::models
