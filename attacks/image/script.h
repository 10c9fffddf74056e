// Attacks written as sequential procedures, like the algorithms of papers: coroutines that wait for the
// answer to each query.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Answer to a query: the image as the victim saw it, projected into the threat model, and the observation.
struct Reply {
  Eigen::RowVectorXf image;
  Observation seen;
};

/// State shared by a script and its driver.
struct ScriptChannel {
  Eigen::RowVectorXf asked;         ///< image of the last query
  std::optional<Reply> reply;       ///< answer to it, until the script has taken it
  std::coroutine_handle<> waiting;  ///< the innermost coroutine, suspended at a query
};

/// Coroutine that returns T (or void) and may `co_await query(image)` and `co_await` other scripts. It starts
/// when it is awaited, so arguments passed by reference must live until then.
template <typename T = void>
class Script;

namespace script_detail {

struct PromiseBase {
  std::coroutine_handle<> caller = std::noop_coroutine();
  std::exception_ptr error;

  std::suspend_always initial_suspend() noexcept { return {}; }
  struct ReturnToCaller {
    bool await_ready() noexcept { return false; }
    template <typename Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) noexcept {
      return self.promise().caller;
    }
    void await_resume() noexcept {}
  };
  ReturnToCaller final_suspend() noexcept { return {}; }
  void unhandled_exception() { error = std::current_exception(); }
};

template <typename T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Script<T> get_return_object();
  void return_value(T result) { value = std::move(result); }
  T take() { return std::move(*value); }
};

template <>
struct Promise<void> : PromiseBase {
  Script<void> get_return_object();
  void return_void() {}
  void take() {}
};

}  // namespace script_detail

template <typename T>
class Script {
 public:
  using promise_type = script_detail::Promise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Script(Handle handle) : handle_(handle) {}
  Script(Script&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Script& operator=(Script&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Script() {
    if (handle_) handle_.destroy();
  }

  Handle handle() const { return handle_; }

  bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle_.promise().caller = caller;
    return handle_;
  }
  T await_resume() {
    if (handle_.promise().error) std::rethrow_exception(handle_.promise().error);
    return handle_.promise().take();
  }

 private:
  Handle handle_;
};

namespace script_detail {

template <typename T>
Script<T> Promise<T>::get_return_object() {
  return Script<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}
inline Script<void> Promise<void>::get_return_object() {
  return Script<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}

}  // namespace script_detail

/// Base of attacks whose method is a script. A script that ends is restarted from its beginning, with the
/// attack's members as they are, unless exhausted().
class ScriptedAttack : public Attack<Pixels> {
 public:
  explicit ScriptedAttack(AttackProblem problem) : rng_(problem.seed), problem_(std::move(problem)) {}
  // Not copyable, because a running script points to its attack.
  ScriptedAttack(const ScriptedAttack&) = delete;
  ScriptedAttack& operator=(const ScriptedAttack&) = delete;

  /// Does what Attack::ask() describes. Throws what the script throws, and std::logic_error if two successive
  /// scripts end without a query.
  std::optional<Pixels> ask() final;
  void tell(const Pixels& queried, const Observation& seen) final;

 protected:
  /// Returns the method, not yet started.
  virtual Script<> script() = 0;
  /// Returns whether the attack has nothing left to query. Called when the script has ended.
  virtual bool exhausted() const { return false; }

  struct Query {
    ScriptChannel& channel;
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> self) { channel.waiting = self; }
    Reply await_resume() { return std::move(*std::exchange(channel.reply, std::nullopt)); }
  };
  /// Queries an image, which may lie outside the threat model: `const Reply reply = co_await query(image);`.
  Query query(Eigen::RowVectorXf image) {
    channel_.asked = std::move(image);
    return {channel_};
  }

  /// Returns `known` if the victim would see its image instead of `image`, after projection into the threat
  /// model; else queries `image`.
  Script<Reply> query_unless_known(Eigen::RowVectorXf image, const Reply& known);

  /// Returns the victim's answer for the image that the attack starts from. Spends a query, unless the image
  /// is the original and the problem holds its answer.
  Script<Reply> start_reply(Eigen::RowVectorXf image, bool is_original);

  const AttackProblem& problem() const { return problem_; }

  Rng rng_;  ///< random numbers of the attack

 private:
  /// Runs the script until its next query, restarting it if it ends. Returns false once exhausted().
  bool resume();

  AttackProblem problem_;
  ScriptChannel channel_;
  std::optional<Script<>> script_;
};

}  // namespace bora::attacks
