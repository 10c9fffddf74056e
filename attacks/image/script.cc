#include "attacks/image/script.h"

#include <stdexcept>

namespace bora::attacks {

bool ScriptedAttack::resume() {
  // The first script may end after the answer to its last query. The next one must query, or the loop would
  // not end.
  constexpr int kMostEnds = 2;
  for (int ends = 0; ends < kMostEnds; ++ends) {
    if (!script_) script_.emplace(script());
    const auto handle = channel_.waiting ? std::exchange(channel_.waiting, nullptr)
                                         : std::coroutine_handle<>(script_->handle());
    handle.resume();
    if (script_->handle().promise().error) std::rethrow_exception(script_->handle().promise().error);
    if (channel_.waiting) return true;
    script_.reset();
    if (exhausted()) return false;
  }
  throw std::logic_error("the attack ended without a query");
}

std::optional<Pixels> ScriptedAttack::ask() {
  // A second ask() before the answer returns the same query.
  if ((!channel_.waiting || channel_.reply) && !resume()) return std::nullopt;
  return channel_.asked;
}

Script<Reply> ScriptedAttack::start_reply(Eigen::RowVectorXf image, bool is_original) {
  if (is_original && problem_.clean) co_return Reply{std::move(image), *problem_.clean};
  Reply reply = co_await query(std::move(image));
  co_return reply;
}

Script<Reply> ScriptedAttack::query_unless_known(Eigen::RowVectorXf image, const Reply& known) {
  problem_.ball.project(problem_.original.data(), image.data(), static_cast<int>(image.size()));
  if (image == known.image) co_return known;
  Reply reply = co_await query(std::move(image));
  co_return reply;
}

void ScriptedAttack::tell(const Pixels& queried, const Observation& seen) {
  channel_.reply = Reply{queried, seen};
}

}  // namespace bora::attacks
