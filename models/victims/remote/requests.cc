#include "models/victims/remote/requests.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <thread>
#include <typeinfo>

#include <fmt/chrono.h>

#include "common/order.h"
#include "common/text.h"

namespace bora::models {
namespace {

constexpr double kFirstPause = 0.25, kLongestPause = 60, kLongestTurn = 1e6;  // seconds

Channels::Clock::duration of_seconds(double seconds) {
  return std::chrono::duration_cast<Channels::Clock::duration>(std::chrono::duration<double>(seconds));
}

// Returns the duration and the end of a wait that begins now: "120 s, until 2024-05-01 14:02:00".
std::string describe_wait(double seconds) {
  const std::time_t end = std::time(nullptr) + std::llround(seconds);
  return fmt::format("{} s, until {:%Y-%m-%d %H:%M:%S}", std::llround(std::ceil(seconds)),
                     fmt::localtime(end));
}

// Stacks the answers to the requests of a batch. Skips those without rows. Throws VictimError if their
// numbers of columns differ.
Batch stacked(const std::vector<Batch>& answers) {
  Eigen::Index rows = 0, filled = 0;
  for (const Batch& answer : answers) rows += answer.rows();
  Batch all;
  for (const Batch& answer : answers) {
    if (answer.rows() == 0) continue;
    if (filled == 0) all.resize(rows, answer.cols());
    if (answer.cols() != all.cols())
      throw VictimError(fmt::format("gave {} for some inputs and {} for others",
                                    count_of(all.cols(), "score"), answer.cols()));
    all.middleRows(filled, answer.rows()) = answer;
    filled += answer.rows();
  }
  return all;
}

}  // namespace

void AnswerWait::check() {
  constexpr std::chrono::milliseconds kGrace(500);
  if (stop_ == nullptr || !*stop_) return;
  const auto now = std::chrono::steady_clock::now();
  if (!stopped_) stopped_ = now;
  if (now >= *stopped_ + kGrace)
    throw VictimInterrupted("interrupted while waiting for the answer to a query");
}

Channels::Channels(int count, double rate, const std::atomic<bool>* stop)
    : rate_(rate), stop_(stop), free_(consecutive(count)) {}

int Channels::acquire() {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [&] { return !free_.empty(); });
  const int channel = free_.back();
  free_.pop_back();
  return channel;
}

void Channels::release(int channel) {
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(channel);
  }
  freed_.notify_one();
}

// Spaces the requests evenly: after a request of `inputs` inputs, the next one waits inputs / rate seconds.
bool Channels::wait_for_rate(Eigen::Index inputs, const std::atomic<bool>* needless) {
  if (rate_ <= 0) return true;
  Clock::time_point turn;
  {
    const std::lock_guard lock(mutex_);
    turn = std::max(next_, Clock::now());
    next_ = turn + of_seconds(std::min(kLongestTurn, static_cast<double>(inputs) / rate_));
  }
  return wait_until(turn, needless);
}

// After a stop, waits at most kGrace longer, so that a run with a high rate can finish its round and its
// verification.
bool Channels::wait_until(Clock::time_point time, const std::atomic<bool>* needless) {
  constexpr auto kLook = std::chrono::milliseconds(50);
  constexpr auto kGrace = std::chrono::seconds(2);
  for (auto now = Clock::now(); now < time; now = Clock::now()) {
    if (needless != nullptr && *needless) return true;
    if (stop_ != nullptr && *stop_) {
      const std::lock_guard lock(mutex_);
      if (!stopped_) stopped_ = now;
      if (time > *stopped_ + kGrace) return false;
    }
    std::this_thread::sleep_until(stop_ == nullptr && needless == nullptr ? time
                                                                          : std::min(time, now + kLook));
  }
  return true;
}

bool Channels::is_news(Clock::time_point time) {
  constexpr auto kAbout = std::chrono::seconds(5);
  const std::lock_guard lock(mutex_);
  if (told_ && time < *told_ + kAbout) return false;
  told_ = time;
  return true;
}

std::atomic<std::int64_t> Requests::sent_ = 0;
std::mutex Requests::failures_mutex_;
Requests::Failures Requests::failures_;

Requests::Failures Requests::failures() {
  const std::lock_guard lock(failures_mutex_);
  return failures_;
}

std::mutex Requests::notice_mutex_;
Requests::WaitNotice Requests::notice_;

void Requests::set_wait_notice(WaitNotice notice) {
  const std::lock_guard lock(notice_mutex_);
  notice_ = std::move(notice);
}

Requests::Requests(const EndpointOptions& options, int chunk, bool of_inputs)
    : options_(options),
      chunk_(std::max(1, chunk)),
      of_inputs_(of_inputs),
      pool_(options.concurrency),
      channels_(std::make_shared<Channels>(options.concurrency, options.rate, options.stop)) {}

Requests::Requests(const Requests* other)
    : options_(other->options_), chunk_(other->chunk_), pool_(1), channels_(other->channels_) {}

// Stops the sending of further requests, and throws the first failure of the batch: `failure`, unless another
// request failed before.
void Requests::give_up(const std::exception_ptr& failure) {
  const std::lock_guard lock(final_mutex_);
  if (!final_) final_ = failure;
  given_up_ = true;
  std::rethrow_exception(final_);
}

void Requests::give_up_waiting() {
  give_up(std::make_exception_ptr(VictimInterrupted("interrupted while a query waited for its turn")));
}

// Waits `pause` seconds before a retry, or until another request of the batch has failed for good; `why`: the
// failure. Returns what Channels::wait_until() returns.
bool Requests::wait_for_retry(double pause, const std::string& why) {
  const auto end = Channels::Clock::now() + of_seconds(pause);
  if (pause >= kLongWait && channels_->is_news(end)) {
    const std::lock_guard lock(notice_mutex_);
    if (notice_)
      notice_(fmt::format(
          "{}; the request is sent again after {}; Ctrl-C ends the wait, and stored answers are kept", why,
          describe_wait(pause)));
  }
  return channels_->wait_until(end, &given_up_);
}

Batch Requests::send_with_retries(const Send& send, Eigen::Index begin, Eigen::Index count) {
  double pause = kFirstPause;
  std::string why;
  for (int time = 0;; ++time) {
    // Waits for the rate only when it has a channel. Otherwise several threads could pass the rate limit,
    // wait for channels, and then send at the same time.
    const int channel = channels_->acquire();
    const bool in_time = given_up_ || channels_->wait_for_rate(count, &given_up_);
    if (!in_time) {
      channels_->release(channel);
      give_up_waiting();
    }
    if (given_up_) {
      channels_->release(channel);
      give_up({});
    }
    for (Eigen::Index row = begin; row < begin + count; ++row) ++passes_[static_cast<std::size_t>(row)];
    if (of_inputs_) sent_ += count;
    try {
      Batch answer = send(channel, begin, count);
      channels_->release(channel);
      return answer;
    } catch (const TransientFailure& failure) {
      channels_->release(channel);
      why = failure.what();
      if (failure.pause > kLongestStatedPause)
        give_up(std::make_exception_ptr(VictimRefusal(
            fmt::format("{}; it asks to wait for {}, longer than the {:g} s for which bora waits", why,
                        describe_wait(failure.pause), kLongestStatedPause))));
      if (time >= options_.retries || given_up_)
        give_up(std::make_exception_ptr(
            VictimError(time == 0 ? why : fmt::format("{} (sent {} times)", why, time + 1))));
      if (of_inputs_) {
        const std::lock_guard lock(failures_mutex_);
        ++failures_.count;
        failures_.latest = why;
      }
      pause = failure.pause > 0 ? failure.pause : std::min(pause, kLongestPause);
    } catch (...) {
      channels_->release(channel);
      give_up(std::current_exception());
    }
    if (!wait_for_retry(pause, why)) give_up_waiting();
    pause *= 2;
  }
}

// Sends all requests and sets their answers. Those that were not answered have no rows.
void Requests::send_all(Eigen::Index rows, const Send& send, std::vector<Batch>& answers) {
  passes_.assign(static_cast<std::size_t>(rows), 0);
  given_up_ = false;
  final_ = nullptr;
  const Eigen::Index chunks = (rows + chunk_ - 1) / chunk_;
  answers.assign(static_cast<std::size_t>(chunks), {});
  pool_.parallel_for(static_cast<int>(chunks), [&](int i) {
    const Eigen::Index begin = static_cast<Eigen::Index>(i) * chunk_;
    answers[i] = send_with_retries(send, begin, std::min<Eigen::Index>(chunk_, rows - begin));
  });
}

Batch Requests::put(Eigen::Index rows, const Send& send) {
  std::vector<Batch> answers;
  const auto given = [&] {
    PartlyAnswered partly{{}, stacked(answers)};
    for (Eigen::Index row = 0; row < rows; ++row)
      if (answers[row / chunk_].rows() > 0) partly.rows.push_back(static_cast<std::size_t>(row));
    return partly;
  };
  const auto some = [&] {
    return std::ranges::any_of(answers, [](const Batch& each) { return each.rows() > 0; });
  };
  try {
    send_all(rows, send, answers);
  } catch (const VictimInterrupted& interruption) {
    if (!some()) throw;
    throw WithAnswers<VictimInterrupted>(interruption.what(), given());
  } catch (const VictimRefusal& refusal) {
    if (!some()) throw;
    throw WithAnswers<VictimRefusal>(refusal.what(), given());
  } catch (const VictimError& error) {
    // Errors of derived types mean that the model is unsuitable: its other answers are of no use.
    if (!some() || typeid(error) != typeid(VictimError)) throw;
    throw WithAnswers<VictimError>(error.what(), given());
  }
  return stacked(answers);
}

}  // namespace bora::models
