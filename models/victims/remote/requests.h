// Requests to a victim outside this process, with limits on concurrency, rate and retries.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/thread_pool.h"
#include "models/victims/remote/endpoint_options.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Error of a request that may succeed when it is sent again.
class TransientFailure : public VictimError {
 public:
  explicit TransientFailure(const std::string& why, double after = 0) : VictimError(why), pause(after) {}
  double pause;  ///< seconds to wait before the next attempt, as stated by the victim; 0: not stated
};

/// Wait for the answer to one request, which is ended early when the run ends.
class AnswerWait {
 public:
  /// stop: flag that is set when the run is to end; null: there is none.
  explicit AnswerWait(const std::atomic<bool>* stop) : stop_(stop) {}
  /// Throws VictimInterrupted if `stop` has been set for half a second, so that fast victims can still
  /// answer. Must be called every kLook during the wait.
  void check();
  static constexpr std::chrono::milliseconds kLook{100};

 private:
  const std::atomic<bool>* stop_;
  std::optional<std::chrono::steady_clock::time_point> stopped_{};  // when `stop` was first seen to be set
};

/// Pool of the connections to one victim (or of its processes), with a common rate limit. A connection, or
/// channel, serves one request at a time. Thread-safe.
class Channels {
 public:
  using Clock = std::chrono::steady_clock;

  /// count: number of channels, >= 1; rate: most inputs per second, 0: unlimited; stop: flag that ends waits,
  /// null: waits are not ended.
  Channels(int count, double rate, const std::atomic<bool>* stop = nullptr);

  /// Waits until a channel is free and returns its number in [0, count).
  int acquire();
  /// Frees an acquired channel.
  void release(int channel);
  /// Waits until the rate limit allows a request of `inputs` inputs. `needless` and the result are those of
  /// wait_until().
  bool wait_for_rate(Eigen::Index inputs, const std::atomic<bool>* needless);
  /// Waits until `time`, or until `needless` (if any) is set, and returns true. If `stop` is set, returns
  /// false at once if `time` is more than two seconds after the first call that found it set.
  bool wait_until(Clock::time_point time, const std::atomic<bool>* needless = nullptr);
  /// Returns whether the user is to be told of a wait until `time`: false if the user was told of a wait that
  /// ends at about that time or later.
  bool is_news(Clock::time_point time);

 private:
  double rate_;
  const std::atomic<bool>* stop_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable freed_;
  std::vector<int> free_;                       // free channels
  Clock::time_point next_{};                    // earliest time of the next request by the rate limit
  std::optional<Clock::time_point> stopped_{};  // when `stop` was first seen to be set
  std::optional<Clock::time_point> told_{};     // end of the latest wait of which the user was told
};

/// Sender of batches. Splits the rows of a batch into requests of fixed size and sends them over the
/// channels. A request that fails with TransientFailure is sent again after 0.25 seconds, then after twice
/// that and so on, up to 60 seconds, or after the pause that the failure states. If this is longer than
/// kLongestStatedPause, the request fails with VictimRefusal. Which rows form a request is determined; the
/// channel that serves it is not.
class Requests {
 public:
  /// chunk: number of rows in a request. of_inputs: whether the rows are inputs of the victim, which sent()
  /// and failures() count.
  Requests(const EndpointOptions& options, int chunk, bool of_inputs = true);
  /// Makes an object for another thread, which sends one request at a time over the channels of `other`.
  explicit Requests(const Requests* other);

  /// Function that answers one request: rows [begin, begin + count) of the batch. It is called from several
  /// threads at once, for different channels in [0, concurrency).
  using Send = std::function<Batch(int channel, Eigen::Index begin, Eigen::Index count)>;

  /// Sends all requests of a batch of `rows` rows and returns the stacked answers. Throws VictimError if a
  /// request fails after all its retries or if answers differ in their number of columns, and
  /// VictimInterrupted if EndpointOptions::stop ends a wait, including the wait of `send` for an answer. The
  /// exception is also a PartlyAnswered if other requests were answered.
  Batch put(Eigen::Index rows, const Send& send);

  /// Returns how often each row of the last put() was sent.
  const std::vector<int>& passes() const { return passes_; }
  int concurrency() const { return options_.concurrency; }
  /// Returns the number of inputs that this process has sent to remote victims, retries included.
  static std::int64_t sent() { return sent_; }
  /// Failures of requests in this process that were followed by a retry.
  struct Failures {
    std::int64_t count = 0;
    std::string latest;  ///< message of the latest one
  };
  static Failures failures();
  /// Longest pause in seconds that a victim may state.
  static constexpr double kLongestStatedPause = 600;
  /// Function that gets a sentence about each wait of at least kLongWait seconds before a retry, when it
  /// begins.
  using WaitNotice = std::function<void(const std::string& text)>;
  static constexpr double kLongWait = 5;
  /// Sets the function for all objects of this process; empty: none. It is called by one thread at a time.
  static void set_wait_notice(WaitNotice notice);
  /// Makes further requests hold one input each. Returns whether they held more before.
  bool use_single_inputs() { return std::exchange(chunk_, 1) > 1; }

 private:
  void send_all(Eigen::Index rows, const Send& send, std::vector<Batch>& answers);
  bool wait_for_retry(double pause, const std::string& why);
  Batch send_with_retries(const Send& send, Eigen::Index begin, Eigen::Index count);
  [[noreturn]] void give_up(const std::exception_ptr& failure);
  [[noreturn]] void give_up_waiting();

  static std::atomic<std::int64_t> sent_;
  static std::mutex failures_mutex_;  // guards failures_
  static Failures failures_;
  static std::mutex notice_mutex_;  // guards notice_
  static WaitNotice notice_;
  EndpointOptions options_;
  int chunk_;
  bool of_inputs_ = true;
  ThreadPool pool_;
  std::shared_ptr<Channels> channels_;
  std::vector<int> passes_;
  std::mutex final_mutex_;              // guards final_
  std::exception_ptr final_;            // first failure of a request of this batch that is not sent again
  std::atomic<bool> given_up_ = false;  // whether final_ is set, so that no other request is sent
};

}  // namespace bora::models
