#include "models/victims/remote/server_victim.h"

#include <algorithm>
#include <mutex>

#include "common/setting_error.h"
#include "common/text.h"
#include "models/victims/engine_victim.h"
#include "models/victims/remote/endpoint_options.h"
#include "models/victims/remote/http_client.h"
#include "models/victims/remote/kserve.h"
#include "models/victims/remote/requests.h"
#include "models/victims/stated_input.h"

namespace bora::models {
namespace {

constexpr std::size_t kMostDescription = 1 << 20;  // bytes of a model's metadata
// An answer to n inputs may have n + 1 times this number of bytes. JSON takes up to 25 bytes per score.
constexpr std::size_t kMostAnswer = 1 << 20;

constexpr const char* kOtherProtocol =
    "an endpoint without KServe's protocol v2 is asked by a program of your own (exec:COMMAND)";

// "http://host:8080/v2/models/resnet" -> "http://host:8080/v2"
std::string root_of(const std::string& address) {
  const auto place = address.find("/v2/models/");
  const auto host = address.find("//") + 2;
  const std::string authority = address.substr(host, address.find('/', host) - host);
  if (authority.empty() || place == std::string::npos ||
      place + std::string_view("/v2/models/").size() == address.size() ||
      address.find_first_of(" \t\r\n?#") != std::string::npos)
    throw InputError("{}: expected http://HOST:PORT/v2/models/NAME, without anything behind the name; {}",
                     printable(address), kOtherProtocol);
  if (authority.find('@') != std::string::npos)
    throw SettingError("model", "an address with a password in it would be stored; use a header");
  return address.substr(0, place) + "/v2";
}

std::vector<std::string> expanded(const std::vector<std::string>& headers) {
  std::vector<std::string> out;
  for (const std::string& header : headers) out.push_back(with_environment(header));
  return out;
}

// Returns the metadata at `url`. The request is retried like a query.
std::string fetch_metadata(HttpClient& client, const std::string& url, const EndpointOptions& options) {
  std::string text;
  Requests requests(options, 1, false);
  requests.put(1, [&](int, Eigen::Index, Eigen::Index) {
    const HttpAnswer answer = client.get(url, kMostDescription);
    constexpr long kNotFound = 404;
    try {
      check_status(answer);
    } catch (const VictimError& error) {
      if (answer.status != kNotFound) throw;
      throw VictimError(fmt::format("{}; {}", error.what(), kOtherProtocol));
    }
    text = answer.body;
    return Batch::Zero(1, 1);
  });
  return text;
}

KserveModel description_of(const VictimOptions& options) {
  check(options.endpoint);
  root_of(options.address);
  HttpClient client(options.endpoint.timeout, expanded(options.endpoint.headers), options.endpoint.stop);
  try {
    return kserve_model(fetch_metadata(client, options.address, options.endpoint));
  } catch (const VictimError& error) {
    throw InputError("{}: {}", options.address, error.what());
  }
}

// Returns the number of images in a request: the batch size that the model's metadata fix, else `chunk`.
// Throws InputError for a fixed size that would take too much memory.
int images_at_once(const std::string& name, const KserveTensor& input, int chunk) {
  constexpr std::int64_t kMost = 4096;
  const std::int64_t fixed = input.sides.empty() ? -1 : input.sides[0];
  if (fixed > kMost) throw InputError("{}: takes {} images a call, expected at most {}", name, fixed, kMost);
  return fixed > 0 ? static_cast<int>(fixed) : chunk;
}

/// Version of the model that answers. Thread-safe.
class AnsweringVersion {
 public:
  /// `first`: version that answered an earlier process; "": the next answer is the first.
  explicit AnsweringVersion(std::string first) : first_(std::move(first)) {}
  /// Throws VictimRefusal if an answer states another version than an earlier one; "": it states none.
  void check(const std::string& version) {
    if (version.empty()) return;
    const std::lock_guard lock(mutex_);
    if (first_.empty()) first_ = version;
    if (version != first_)
      throw VictimRefusal(fmt::format(
          "version {} of the model answers, where version {} did before; one run attacks one model",
          printable(version, 40), printable(first_, 40)));
  }
  std::string first() const {
    const std::lock_guard lock(mutex_);
    return first_;
  }

 private:
  mutable std::mutex mutex_;
  std::string first_;
};

class ServerEngine final : public Engine {
 public:
  ServerEngine(const VictimOptions& options, KserveTensor input, std::vector<std::int64_t> sides,
               InputFormat format, std::vector<std::string> outputs, bool binary)
      : url_(options.address + "/infer"),
        input_(std::move(input)),
        sides_(std::move(sides)),
        format_(std::move(format)),
        outputs_(std::move(outputs)),
        binary_(binary),
        version_(std::make_shared<AnsweringVersion>(options.endpoint.model_version)),
        requests_(options.endpoint, images_at_once(options.address, input_, options.chunk)) {
    const auto headers = expanded(options.endpoint.headers);
    for (int i = 0; i < options.endpoint.concurrency; ++i)
      clients_->push_back(
          std::make_unique<HttpClient>(options.endpoint.timeout, headers, options.endpoint.stop));
  }
  // Makes an engine that uses the same connections.
  explicit ServerEngine(const ServerEngine* other)
      : url_(other->url_),
        input_(other->input_),
        sides_(other->sides_),
        format_(other->format_),
        outputs_(other->outputs_),
        binary_(other->binary_),
        clients_(other->clients_),
        version_(other->version_),
        requests_(&other->requests_) {}

  Batch forward(const Batch& images) override {
    return requests_.put(images.rows(), [&](int channel, Eigen::Index begin, Eigen::Index count) {
      // If the server takes a fixed number of images, copies of the first fill up the request.
      const Eigen::Index rows = sent_rows(count);
      Batch sent(rows, images.cols());
      sent.topRows(count) = images.middleRows(begin, count);
      for (Eigen::Index row = count; row < rows; ++row) sent.row(row) = images.row(begin);
      std::vector<std::int64_t> sides = sides_;
      sides[0] = rows;
      const KserveRequest request =
          kserve_request(input_, sides, formatted(sent, 0, rows, format_), outputs_, binary_);
      const HttpAnswer answer = (*clients_)[static_cast<std::size_t>(channel)]->post(
          url_, request.body, request.headers, kMostAnswer * static_cast<std::size_t>(rows + 1));
      check_status(answer);
      const std::string json_bytes = answer.header("inference-header-content-length");
      const auto scores_in = [&](const std::string& output) {
        const KserveScores scores = kserve_scores(answer.body, json_bytes, output, rows);
        version_->check(scores.version);
        return Batch(scores.values.topRows(count));
      };
      Batch given = scores_in(outputs_.empty() ? "" : outputs_[0]);
      if (outputs_.size() < 2) return given;
      const Batch labels = scores_in(outputs_[1]);
      if (labels.cols() != given.cols())
        throw VictimError(fmt::format("gave {} scores and {} classes an image", given.cols(), labels.cols()));
      Batch both(given.rows(), 2 * given.cols());
      both << given, labels;
      return both;
    });
  }

  // Returns the number of images in a request for `count` of them.
  Eigen::Index sent_rows(Eigen::Index count) const {
    return input_.sides.empty() || input_.sides[0] < count ? count : input_.sides[0];
  }
  bool use_single_images() override { return requests_.use_single_inputs(); }
  bool exact() const override { return false; }
  const char* advice_on_repeats() const override {
    return "several replicas of other versions, or dropout; a victim that is random on purpose is for "
           "bo-attack, which repeats queries";
  }
  std::vector<int> passes() const override { return requests_.passes(); }
  std::string model_version() const override { return version_->first(); }
  std::unique_ptr<Engine> new_connection() override { return std::make_unique<ServerEngine>(this); }

 private:
  std::string url_;
  KserveTensor input_;
  std::vector<std::int64_t> sides_;
  InputFormat format_;
  std::vector<std::string> outputs_;  // name of the scores and, for best classes, of their numbers; none: any
  bool binary_;
  using Clients = std::vector<std::unique_ptr<HttpClient>>;
  std::shared_ptr<Clients> clients_ = std::make_shared<Clients>();  // by channel
  std::shared_ptr<AnsweringVersion> version_;
  Requests requests_;
};

// Returns the image shape that the tensor takes, if it declares all axes.
std::optional<ImageShape> image_of(const KserveTensor& input, Layout layout) {
  const auto& sides = input.sides;
  if (sides.size() != 4 ||
      std::any_of(sides.begin() + 1, sides.end(), [](auto side) { return side < 1 || side > 1 << 15; }))
    return std::nullopt;
  const auto side = [&](int i) { return static_cast<int>(sides[i]); };
  return layout == Layout::nchw ? ImageShape{side(1), side(2), side(3)}
                                : ImageShape{side(3), side(1), side(2)};
}

// Returns the shape to send: the axes that the server states, with open ones filled from the image. Throws
// InputError if it does not fit the images.
std::vector<std::int64_t> sent_sides(const std::string& name, const KserveTensor& input,
                                     const InputFormat& format) {
  const ImageShape& shape = format.shape;
  std::vector<std::int64_t> sides = input.sides;
  std::vector<std::int64_t> image = image_sides(format);
  image.insert(image.begin(), 1);
  if (sides.empty()) sides = image;
  sides[0] = 1;
  if (sides.size() == image.size())
    for (std::size_t i = 1; i < sides.size(); ++i)
      if (sides[i] < 0) sides[i] = image[i];
  if (sides.size() == 2 && sides[1] < 0) sides[1] = shape.size();
  // An input with other axes may have the same size, but the server would expect another order of the values.
  const bool other_axes = sides.size() == image.size() && sides != image;
  std::int64_t size = 1;
  for (const auto side : sides) size = side < 1 || side > 1 << 20 || size > 1 << 30 ? 0 : size * side;
  if (size != shape.size() || other_axes)
    throw InputError("{}: its input '{}' is {}, the images are {} ({}); {}", name, printable(input.name),
                     sides_text(input.sides), to_string(shape), to_string(format.layout),
                     advice_on_axes({sides.begin() + 1, sides.end()}, format));
  return sides;
}

const KserveTensor* output_of(const KserveModel& model, const std::string& name) {
  const auto found = std::ranges::find(model.outputs, name, &KserveTensor::name);
  return found == model.outputs.end() ? nullptr : &*found;
}

// Returns the number of values per image that the server declares for an output: the product of its sides
// except the batch's. Returns nullopt if one of them is open or not declared.
std::optional<std::int64_t> declared_columns(const KserveModel& model, const std::string& output) {
  const KserveTensor* const described = output_of(model, output);
  if (described == nullptr || described->sides.size() < 2) return std::nullopt;
  std::int64_t columns = 1;
  for (std::size_t i = 1; i < described->sides.size(); ++i) {
    const std::int64_t side = described->sides[i];
    if (side < 1 || side > 1 << 20 || columns > 1 << 20) return std::nullopt;
    columns *= side;
  }
  return columns;
}

bool whole_numbers(const KserveModel& model, const std::string& output) {
  const KserveTensor* const described = output_of(model, output);
  return described != nullptr && described->datatype.starts_with("INT");
}

// Returns the name of the output with the scores and, if options.top_labels is set, that of the output with
// the numbers of the best classes; none if the server names no outputs.
std::vector<std::string> choose_outputs(const KserveModel& model, const VictimOptions& options) {
  const std::string& labels = options.top_labels;
  std::string scores = options.output;
  for (const std::string& output : {scores, labels})
    if (!output.empty() && !model.outputs.empty() && output_of(model, output) == nullptr)
      throw InputError("{}: has no output '{}'", options.address, printable(output));
  for (const KserveTensor& output : model.outputs)
    if (scores.empty() && output.name != labels) scores = output.name;
  if (labels.empty()) return scores.empty() ? std::vector<std::string>{} : std::vector{scores};
  if (scores.empty() || scores == labels)
    throw InputError("{}: top-labels {} has the numbers of the classes; output must name the scores",
                     options.address, printable(labels));
  if (!model.outputs.empty() && !whole_numbers(model, labels))
    throw InputError("{}: its output '{}' is of type {}, expected INT32 or INT64, the numbers of classes",
                     options.address, printable(labels), printable(output_of(model, labels)->datatype));
  if (whole_numbers(model, scores))
    throw InputError("{}: its output '{}' is of type {}, expected scores, FP32 or FP64", options.address,
                     printable(scores), printable(output_of(model, scores)->datatype));
  return {scores, labels};
}

}  // namespace

std::unique_ptr<Victim> load_server(const VictimOptions& options, const Batch& probes) {
  const std::string& name = options.address;
  const std::string root = root_of(name);
  const KserveModel model = description_of(options);
  bool binary = false;
  try {
    HttpClient client(options.endpoint.timeout, expanded(options.endpoint.headers), options.endpoint.stop);
    binary = takes_binary(fetch_metadata(client, root, options.endpoint));
  } catch (const VictimError&) {
    // Some servers describe only the model; all of them accept JSON.
  }
  if (model.inputs.size() != 1)
    throw InputError("{}: the model states {} inputs, expected one", name, model.inputs.size());
  const KserveTensor& input = model.inputs.front();
  if (input.datatype != "FP32")
    throw InputError("{}: its input '{}' is of type {}, expected FP32", name, printable(input.name),
                     printable(input.datatype));
  const std::vector<std::string> outputs = choose_outputs(model, options);
  ModelMetadata metadata;
  metadata.input = image_of(input, options.layout.value_or(Layout::nchw));
  const InputFormat format = stated_format(options, metadata);
  StatedModel stated{name, format.shape, options.kind, options.classes, options.may_differ};
  stated.best_only = !options.top_labels.empty();
  std::vector<std::string> names;
  for (const KserveTensor& output : model.outputs) names.push_back(printable(output.name));
  stated.notices = notices_of_outputs(names.size(), fmt::format(" ({})", join(names)), options);
  if (!outputs.empty()) stated.columns = declared_columns(model, outputs[0]);
  stated.labels_only = !stated.best_only && !outputs.empty() && whole_numbers(model, outputs[0]);
  return make_engine_victim(std::make_unique<ServerEngine>(options, input, sent_sides(name, input, format),
                                                           format, outputs, binary),
                            stated, probes);
}

std::string server_model(const VictimOptions& options) {
  const KserveModel model = description_of(options);
  std::vector<std::string> words = {printable(model.name)};
  if (!model.platform.empty()) words.push_back(printable(model.platform));
  if (!model.versions.empty()) words.push_back("version " + printable(model.versions.front()));
  return join(words);
}

}  // namespace bora::models
