#include "models/victims/remote/process_protocol.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/json.h"
#include "common/text.h"
#include "models/victims/engine.h"
#include "models/victims/metadata.h"
#include "models/victims/remote/json_numbers.h"

namespace bora::models {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "values are sent as they lie in memory");

constexpr int kProcessProtocol = 1;  // version of the protocol
constexpr std::size_t kLongestLine = 1 << 16;
constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();

// Returns the length of the first line, including its end; kUnknown if it is not complete.
std::size_t line_length(std::string_view received) {
  const auto end = received.find('\n');
  if (end != std::string_view::npos && end < kLongestLine) return end + 1;
  if (received.size() >= kLongestLine)
    throw ProtocolError(
        fmt::format("printed more than {} bytes without the end of a line, expected a header", kLongestLine));
  return kUnknown;
}

json header_of(std::string_view received) {
  const std::string line(received.substr(0, line_length(received) - 1));
  json header = parse_json(line);
  if (header.is_discarded() && line.starts_with('{'))
    if (const std::string number = number_without_json(line); !number.empty())
      throw ProtocolError(fmt::format("states {}, which is not JSON, expected a finite number", number));
  if (!header.is_object())
    throw ProtocolError(fmt::format(
        "printed '{}' on standard output, which is for answers only; messages belong on standard error",
        printable(line, 80)));
  return header;
}

template <typename Value>
std::optional<Value> field(const json& header, const char* name, const char* expected) {
  const auto found = header.find(name);
  if (found == header.end() || found->is_null()) return std::nullopt;
  try {
    return found->get<Value>();
  } catch (const json::exception&) {
    throw ProtocolError(
        fmt::format("states {}: {}, expected {}", name, printable(found->dump(), 80), expected));
  }
}

std::int64_t count(const json& header, const char* name) {
  const auto found = header.find(name);
  if (found == header.end())
    throw ProtocolError(fmt::format("answered without a whole number of '{}'", name));
  if (!found->is_number_integer())
    throw ProtocolError(
        fmt::format("states {} for '{}', expected a whole number", printable(found->dump(), 80), name));
  return found->get<std::int64_t>();
}

// Returns a whole number from 1 to `most`. Some libraries write it with a point (10.0).
int whole(const json& value, const char* name, int most) {
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!(number >= 1 && number <= most) || number != std::floor(number))
    throw ProtocolError(fmt::format("states {}: {}, expected a whole number from 1 to {}", name,
                                    printable(json_text(value), 80), most));
  return static_cast<int>(number);
}

std::optional<int> whole_field(const json& header, const char* name, int most) {
  const auto found = header.find(name);
  if (found == header.end() || found->is_null()) return std::nullopt;
  return whole(*found, name, most);
}

ProcessGreeting read_greeting(const json& said) {
  const auto format = whole_field(said, "bora", std::numeric_limits<int>::max());
  if (!format) throw VictimError("has a greeting without \"bora\": 1, the version of the protocol");
  if (*format != kProcessProtocol)
    throw VictimError(fmt::format("uses version {} of the protocol, expected {}", *format, kProcessProtocol));
  ProcessGreeting greeting;
  greeting.name = field<std::string>(said, "name", "text").value_or("");
  greeting.version = field<std::string>(said, "version", "text").value_or("");
  if (const auto shape = field<std::vector<json>>(said, "shape", "[channels, height, width]")) {
    if (shape->size() != 3)
      throw VictimError(fmt::format("states a shape of {}, expected channels, height, width",
                                    count_of(static_cast<std::int64_t>(shape->size()), "side")));
    constexpr int kLongestSide = 1 << 15;
    const auto side = [&](std::size_t i) { return whole((*shape)[i], "shape", kLongestSide); };
    greeting.shape = ImageShape{side(0), side(1), side(2)};
  }
  if (const auto layout = field<std::string>(said, "layout", "nchw or nhwc"))
    greeting.layout = parse_layout(*layout, "layout");
  if (const auto kind = field<std::string>(said, "kind", "logits, probabilities or labels")) {
    greeting.labels_only = *kind == "labels";
    if (!greeting.labels_only) greeting.kind = parse_score_kind(*kind, "kind");
  }
  greeting.classes = whole_field(said, "classes", kMostScores);
  if (const auto top = whole_field(said, "top", kMostScores)) {
    if (greeting.labels_only) throw VictimError("states both kind: labels and top, expected one of them");
    greeting.top = *top;
  }
  return greeting;
}

}  // namespace

ProcessGreeting parse_greeting(std::string_view received) {
  try {
    return read_greeting(header_of(received));
  } catch (const InputError& error) {
    throw VictimError(error.what());
  }
}

AnswerSize parse_answer_size(std::string_view received, std::uint64_t id, Eigen::Index rows) {
  const std::size_t line = line_length(received);
  if (line == kUnknown) return {};
  const json said = header_of(received);
  const std::int64_t answered = count(said, "id");
  if (answered != static_cast<std::int64_t>(id))
    throw VictimError(fmt::format("answered question {}, expected an answer to {}", answered, id));
  if (const auto error = field<std::string>(said, "error", "text"))
    throw VictimError(fmt::format("failed: {}", printable(*error)));
  const std::int64_t given = count(said, "rows"), columns = count(said, "columns");
  if (given != rows || columns < 1 || columns > kMostScores)
    throw VictimError(fmt::format("gave {} x {} scores for {}, expected {} x classes", given, columns,
                                  count_of(rows, "input"), rows));
  return {line + static_cast<std::size_t>(rows * columns) * sizeof(float), columns};
}

ProcessVictimLine::ProcessVictimLine(const std::string& command, const std::string& greeting,
                                     const EndpointOptions& options)
    : process_(command, options.folder, options.stop), timeout_(options.timeout) {
  greeting_ = parse_greeting(process_.exchange(greeting + '\n', line_length, until()));
}

ChildProcess::Clock::time_point ProcessVictimLine::until() const {
  return ChildProcess::Clock::now() +
         std::chrono::duration_cast<ChildProcess::Clock::duration>(std::chrono::duration<double>(timeout_));
}

Batch ProcessVictimLine::query(const std::string& header, std::string_view body, Eigen::Index rows) {
  ++sent_;
  std::string request = fmt::format("{{\"id\": {}{}}}\n", sent_, header);
  request += body;
  AnswerSize size;
  const auto expected = [&](std::string_view received) {
    size = parse_answer_size(received, sent_, rows);
    return size.bytes;
  };
  const std::string answer = process_.exchange(request, expected, until());
  Batch scores(rows, size.columns);
  const auto bytes = static_cast<std::size_t>(scores.size()) * sizeof(float);
  std::memcpy(scores.data(), answer.data() + answer.size() - bytes, bytes);
  return scores;
}

ProcessConnections::ProcessConnections(const std::string& address, const std::string& fields,
                                       const EndpointOptions& options, int chunk)
    : greeting_(fmt::format("{{\"bora\": {}, {}}}", kProcessProtocol, fields)),
      options_(options),
      requests_(options, chunk) {
  constexpr std::size_t kPrefix = std::string_view("exec:").size();
  command_ = address.substr(std::min(kPrefix, address.size()));
  if (command_.find_first_not_of(" \t") == std::string::npos)
    throw InputError("{}: expected exec:COMMAND, e.g. exec:'python3 serve.py'", address);
  lines_ = std::make_shared<Lines>(static_cast<std::size_t>(options.concurrency));
  try {
    lines_->front() = std::make_unique<ProcessVictimLine>(command_, greeting_, options_);
  } catch (const VictimError& error) {
    throw InputError("{}: {}", address, error.what());
  }
  said_ = lines_->front()->greeting();
}

ProcessConnections::ProcessConnections(const ProcessConnections* other)
    : command_(other->command_),
      greeting_(other->greeting_),
      options_(other->options_),
      lines_(other->lines_),
      said_(other->said_),
      requests_(&other->requests_) {}

Batch ProcessConnections::put(
    Eigen::Index rows,
    const std::function<ProcessRequest(Eigen::Index begin, Eigen::Index count)>& request_of) {
  return requests_.put(rows, [&](int channel, Eigen::Index begin, Eigen::Index count) {
    std::unique_ptr<ProcessVictimLine>& line = (*lines_)[static_cast<std::size_t>(channel)];
    try {
      if (!line) line = std::make_unique<ProcessVictimLine>(command_, greeting_, options_);
      const ProcessRequest request = request_of(begin, count);
      return line->query(request.header, request.body, count);
    } catch (const VictimError&) {
      // Stops the program: the rest of its output would be taken for the answer to the next request.
      line.reset();
      throw;
    }
  });
}

}  // namespace bora::models
