// The one pool of threads of a process.
#pragma once

#include <functional>
#include <memory>

namespace bora {

/// Pool of threads that take indices of a parallel loop. Which thread runs which index is not determined,
/// so a loop body may touch only what belongs to its index; then results do not depend on the number of
/// threads.
class ThreadPool {
 public:
  /// threads >= 1; the calling thread counts as one of them, so 1 starts none. Throws std::system_error if
  /// the system refuses a thread.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;

  /// Calls body(0), ..., body(n-1) and returns when all are done. If bodies throw, the exception of the
  /// lowest index is rethrown once every index has run. One caller at a time, and never from inside a
  /// body.
  void parallel_for(int n, const std::function<void(int)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Calls body(0), ..., body(n-1): on the pool, or, where it is null or n is 1, one after the other in this
/// thread, up to the first exception.
inline void run_each(ThreadPool* pool, int n, const std::function<void(int)>& body) {
  if (pool != nullptr && n > 1) return pool->parallel_for(n, body);
  for (int i = 0; i < n; ++i) body(i);
}

}  // namespace bora
