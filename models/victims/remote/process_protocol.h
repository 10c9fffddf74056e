// Protocol between this program and a victim that is a separate program; see docs/reference/victims.md.
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

inline constexpr int kProcessProtocol = 1;

/// Greeting of a victim: the first line that it prints.
struct ProcessGreeting {
  std::string name, version;
  std::optional<ImageShape> shape;
  std::optional<Layout> layout;
  std::optional<ScoreKind> kind;
  std::optional<int> classes;
  bool labels_only = false;
  int top = 0;  ///< number of best classes that it answers with; 0: all scores
};

/// Parses the first line that a victim prints. Throws VictimError, one line, if it is no greeting.
ProcessGreeting parse_greeting(std::string_view received);

/// Size of an answer: its bytes, header line included, and its scores for each input.
struct AnswerSize {
  std::size_t bytes = SIZE_MAX;  ///< SIZE_MAX: the header line is not complete
  Eigen::Index columns = 0;
};

/// Parses the header line of an answer to question `id` about `rows` inputs. Throws VictimError, one line, if
/// it is no such answer.
AnswerSize parse_answer_size(std::string_view received, std::uint64_t id, Eigen::Index rows);

/// Running program that speaks the protocol. All functions throw VictimError, one line, if it does not,
/// PassingFailure if it ended or gave no answer in time, and VictimInterrupted if EndpointOptions::stop ended
/// the wait; a new object is then needed.
class ProcessVictimLine {
 public:
  /// Starts `command` with the options, sends `greeting`, one line of JSON, and reads the program's greeting.
  ProcessVictimLine(const std::string& command, const std::string& greeting, const EndpointOptions& options);

  const ProcessGreeting& greeting() const { return greeting_; }
  /// Returns the answer to one request, rows x columns. header: the request's own fields, such as
  /// `, "rows": 3`; body: raw values.
  Batch ask(const std::string& header, std::string_view body, Eigen::Index rows);

 private:
  ChildProcess::Clock::time_point until() const;

  ChildProcess process_;
  double timeout_;
  std::uint64_t asked_ = 0;
  ProcessGreeting greeting_;
};

/// Request to a program: fields of its header line, such as `, "rows": 3`, and raw values.
struct ProcessRequest {
  std::string header, body;
};

/// The processes of one victim, one for each channel of Requests. Each is started when it is first used, and
/// again after it has failed.
class ProcessConnections {
 public:
  /// Starts the first process. address: exec:COMMAND, as a shell takes it. fields: what the greeting of this
  /// program says besides its version, such as `"task": "images"`. chunk: largest number of inputs in a
  /// request. `options` must have been checked. Throws InputError, one line, for an address without a
  /// command, and a program that does not start or speak the protocol.
  ProcessConnections(const std::string& address, const std::string& fields, const EndpointOptions& options,
                     int chunk);
  /// Makes connections for another thread, to the same processes.
  explicit ProcessConnections(const ProcessConnections* other);

  /// Returns the greeting of the first process.
  const ProcessGreeting& greeting() const { return said_; }
  /// Returns the answers to `rows` inputs, rows x columns. request_of(begin, count): the request for some of
  /// them, made by several threads at once. Throws as Requests::put does.
  Batch put(Eigen::Index rows,
            const std::function<ProcessRequest(Eigen::Index begin, Eigen::Index count)>& request_of);
  /// Does what Requests::ask_alone and Requests::passes do.
  bool ask_alone() { return requests_.ask_alone(); }
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
