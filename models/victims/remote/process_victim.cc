#include "models/victims/remote/process_victim.h"

#include <fmt/format.h>

#include "models/victims/engine_victim.h"
#include "models/victims/remote/process_protocol.h"
#include "models/victims/remote/requests.h"
#include "models/victims/stated_input.h"

namespace bora::models {
namespace {

class ProcessEngine final : public Engine {
 public:
  ProcessEngine(std::string command, std::string greeting, const VictimOptions& options, InputFormat format,
                std::unique_ptr<ProcessVictimLine> first)
      : command_(std::move(command)),
        greeting_(std::move(greeting)),
        options_(options.endpoint),
        format_(std::move(format)),
        lines_(std::make_shared<Lines>(static_cast<std::size_t>(options.endpoint.concurrency))),
        requests_(options.endpoint, options.chunk) {
    (*lines_)[0] = std::move(first);
  }
  /// Makes an engine that uses the same processes.
  explicit ProcessEngine(const ProcessEngine* other)
      : command_(other->command_),
        greeting_(other->greeting_),
        options_(other->options_),
        format_(other->format_),
        lines_(other->lines_),
        requests_(&other->requests_) {}

  Batch forward(const Batch& images) override {
    return requests_.put(images.rows(), [&](int channel, Eigen::Index begin, Eigen::Index count) {
      return ask((*lines_)[static_cast<std::size_t>(channel)], formatted(images, begin, count, format_));
    });
  }

  bool ask_alone() override { return requests_.ask_alone(); }
  bool exact() const override { return false; }
  const char* advice_on_repeats() const override {
    return "a network must be in evaluation mode (model.eval()); a victim that is random on purpose is for "
           "bo-attack, which repeats its questions";
  }
  std::vector<int> passes() const override { return requests_.passes(); }
  std::unique_ptr<Engine> new_connection() override { return std::make_unique<ProcessEngine>(this); }

 private:
  Batch ask(std::unique_ptr<ProcessVictimLine>& line, const Batch& values) const {
    try {
      if (!line) line = std::make_unique<ProcessVictimLine>(command_, greeting_, options_);
      const std::string_view body(reinterpret_cast<const char*>(values.data()),
                                  static_cast<std::size_t>(values.size()) * sizeof(float));
      return line->ask(fmt::format(", \"rows\": {}, \"columns\": {}, \"bytes\": {}", values.rows(),
                                   values.cols(), body.size()),
                       body, values.rows());
    } catch (const VictimError&) {
      // Any further output would not belong to a query, so the program is stopped.
      line.reset();
      throw;
    }
  }

  std::string command_, greeting_;
  EndpointOptions options_;
  InputFormat format_;
  using Lines = std::vector<std::unique_ptr<ProcessVictimLine>>;
  std::shared_ptr<Lines> lines_;  // by channel; null: not started
  Requests requests_;             // destroyed before the programs that its threads use
};

}  // namespace

std::unique_ptr<Victim> load_process(const VictimOptions& options, const Batch& probes) {
  check(options.endpoint);
  const std::string command = options.address.substr(kProcessPrefix);
  if (command.find_first_not_of(" \t") == std::string::npos)
    throw InputError("{}: expected exec:COMMAND, e.g. exec:'python3 serve.py'", options.address);
  std::string greeting = fmt::format("{{\"bora\": {}, \"task\": \"images\"", kProcessProtocol);
  if (const auto shape = options.input ? options.input : options.data_shape)
    greeting += fmt::format(", \"shape\": [{}, {}, {}]", shape->channels, shape->height, shape->width);
  greeting += "}";
  std::unique_ptr<ProcessVictimLine> first;
  try {
    first = std::make_unique<ProcessVictimLine>(command, greeting, options.endpoint);
  } catch (const VictimError& error) {
    throw InputError("{}: {}", options.address, error.what());
  }
  const ProcessGreeting& said = first->greeting();
  ModelMetadata metadata;
  metadata.input = said.shape;
  metadata.layout = said.layout;
  const InputFormat format = stated_format(options, metadata);
  StatedModel stated{options.address, format.shape, options.kind ? options.kind : said.kind,
                     options.classes ? options.classes : said.classes, options.may_differ};
  stated.labels_only = said.labels_only;
  stated.best_only = said.top > 0;
  stated.top = said.top;
  return make_engine_victim(
      std::make_unique<ProcessEngine>(command, greeting, options, format, std::move(first)), stated, probes);
}

}  // namespace bora::models
