#include "common/thread_pool.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace bora {

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable wake, done;
  std::vector<std::thread> workers;
  const std::function<void(int)>* body = nullptr;
  int next = 0, end = 0, running = 0;
  int failed_index = 0;
  std::exception_ptr failure;
  bool stop = false;

  // Runs the body for the remaining indices. `lock` is held on entry and on return.
  void drain(std::unique_lock<std::mutex>& lock) {
    while (next < end) {
      const int index = next++;
      const auto* current = body;
      ++running;
      lock.unlock();
      std::exception_ptr error;
      try {
        (*current)(index);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error && (!failure || index < failed_index)) {
        failure = error;
        failed_index = index;
      }
      if (--running == 0 && next >= end) done.notify_all();
    }
  }

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [&] { return stop || next < end; });
      if (stop) return;
      drain(lock);
    }
  }

  // The state joins the threads, not the pool, so that they are also joined when the system refuses a thread
  // in the pool's constructor.
  ~State() {
    {
      const std::lock_guard lock(mutex);
      stop = true;
    }
    wake.notify_all();
    for (auto& worker : workers) worker.join();
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  for (int i = 1; i < threads; ++i) state_->workers.emplace_back(&State::work, state_.get());
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::threads() const {
  return static_cast<int>(state_->workers.size()) + 1;
}

void ThreadPool::parallel_for(int n, const std::function<void(int)>& body) {
  std::unique_lock lock(state_->mutex);
  state_->body = &body;
  state_->next = 0;
  state_->end = n;
  state_->failure = nullptr;
  state_->wake.notify_all();
  state_->drain(lock);
  state_->done.wait(lock, [&] { return state_->running == 0; });
  state_->end = 0;
  state_->next = 0;
  if (state_->failure) std::rethrow_exception(std::exchange(state_->failure, nullptr));
}

}  // namespace bora
