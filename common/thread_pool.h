// Pool of threads for parallel loops.
#pragma once

#include <functional>
#include <memory>

namespace bora {

/// Pool of threads that share the indices of a parallel loop. Any thread may run any index, so a loop body
/// should change only the data of its index; results then do not depend on the number of threads.
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
  /// lowest index is rethrown once every index has run. Must not be called by two threads at once, nor from
  /// inside a body.
  void parallel_for(int n, const std::function<void(int)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Calls body(0), ..., body(n-1) on the pool. If the pool is null or n is 1, calls them in this thread, in
/// order, up to the first exception.
inline void run_each(ThreadPool* pool, int n, const std::function<void(int)>& body) {
  if (pool != nullptr && n > 1) return pool->parallel_for(n, body);
  for (int i = 0; i < n; ++i) body(i);
}

}  // namespace bora
