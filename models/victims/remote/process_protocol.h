// Protocol between bora and a victim that is a separate program; see docs/reference/victims.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/victims/input_format.h"
#include "models/victims/remote/child_process.h"
#include "models/victims/remote/endpoint_options.h"
#include "models/victims/remote/requests.h"

namespace bora::models {

/// Greeting of a program, the first line that it prints: what it states about its model.
struct ProcessGreeting {
  std::string name, version;
  std::optional<ImageShape> shape;
  std::optional<Layout> layout;
  std::optional<ScoreKind> kind;
  std::optional<int> classes;
  bool labels_only = false;
  int top = 0;  ///< number of best classes in its answers; 0: they have all classes
};

/// Parses the first line that a program prints. Throws VictimError with a one-line message if it is not a
/// greeting.
ProcessGreeting parse_greeting(std::string_view received);

struct AnswerSize {
  std::size_t bytes = SIZE_MAX;  ///< all bytes, including the header line; SIZE_MAX: this is not complete
  Eigen::Index columns = 0;      ///< values for each input
};

/// Parses the header line of the answer to request `id` of `rows` inputs. Throws VictimError with a one-line
/// message if it is not the header of such an answer.
AnswerSize parse_answer_size(std::string_view received, std::uint64_t id, Eigen::Index rows);

/// Running program that follows the protocol. All functions throw VictimError with a one-line message if it
/// does not, TransientFailure if it ended or gave no answer in time, and VictimInterrupted if
/// EndpointOptions::stop ended the wait. The object cannot be used after an exception.
class ProcessVictimLine {
 public:
  /// Starts `command`, sends it `greeting`, one line of JSON, and reads its own greeting.
  ProcessVictimLine(const std::string& command, const std::string& greeting, const EndpointOptions& options);

  const ProcessGreeting& greeting() const { return greeting_; }
  /// Sends a request of `rows` inputs and returns the answer, rows x columns. header: fields of the header
  /// line except the number of the request, such as `, "rows": 3`; body: raw values.
  Batch query(const std::string& header, std::string_view body, Eigen::Index rows);

 private:
  ChildProcess::Clock::time_point until() const;

  ChildProcess process_;
  double timeout_;
  std::uint64_t sent_ = 0;  // number of the last request
  ProcessGreeting greeting_;
};

/// Request to a program: fields of its header line, such as `, "rows": 3`, and raw values.
struct ProcessRequest {
  std::string header, body;
};

/// Processes of one victim, one for each of the channels of Requests. Each is started when it is first used,
/// and restarted after a failure.
class ProcessConnections {
 public:
  /// Starts the first process. address: exec:COMMAND, a shell command. fields: fields of bora's greeting
  /// except the version, such as `"task": "images"`. options: valid according to check(). chunk: largest
  /// number of inputs in a request. Throws InputError with a one-line message if the address has no command,
  /// or if the program does not start or does not follow the protocol.
  ProcessConnections(const std::string& address, const std::string& fields, const EndpointOptions& options,
                     int chunk);
  /// Makes connections for another thread, to the same processes.
  explicit ProcessConnections(const ProcessConnections* other);

  /// Returns the greeting of the first process.
  const ProcessGreeting& greeting() const { return said_; }
  /// Returns the answers to `rows` inputs, rows x columns. request_of: function that makes the request for
  /// inputs [begin, begin + count); several threads call it at once. Throws as Requests::put does.
  Batch put(Eigen::Index rows,
            const std::function<ProcessRequest(Eigen::Index begin, Eigen::Index count)>& request_of);
  /// Does what Requests::use_single_inputs() does.
  bool use_single_inputs() { return requests_.use_single_inputs(); }
  const std::vector<int>& passes() const { return requests_.passes(); }

 private:
  using Lines = std::vector<std::unique_ptr<ProcessVictimLine>>;
  std::string command_, greeting_;
  EndpointOptions options_;
  std::shared_ptr<Lines> lines_;  // by channel; null: not started
  ProcessGreeting said_;
  Requests requests_;  // destroyed before the programs that its threads use
};

}  // namespace bora::models
