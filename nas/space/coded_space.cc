#include "nas/space/coded_space.h"

#include <algorithm>
#include <utility>

namespace bora::nas {

CodedSpace::CodedSpace(std::string name, std::vector<Operation> operations, std::vector<int> levels)
    : operations_(std::move(operations)), levels_(std::move(levels)), name_(std::move(name)) {}

void CodedSpace::list(const std::function<Architecture(const std::vector<int>&)>& make) {
  auto all = std::make_shared<std::vector<Architecture>>();
  std::vector<int> code(levels_.size(), 0);
  while (true) {
    all->push_back(make(code));
    // Next code: the last place that is below its last level is increased, and the places after it become 0.
    std::size_t place = code.size();
    while (place > 0 && code[place - 1] == levels_[place - 1] - 1) code[--place] = 0;
    if (place == 0) break;
    ++code[place - 1];
  }
  all_ = std::move(all);
}

std::optional<Architecture> CodedSpace::decode(const std::vector<int>& code) const {
  int place = 0;
  for (std::size_t i = 0; i < levels_.size(); ++i) place = place * levels_[i] + code[i];
  return (*all_)[static_cast<std::size_t>(place)];
}

Architecture CodedSpace::sample(Rng& rng) const {
  if (all_) return (*all_)[static_cast<std::size_t>(rng.index(static_cast<int>(all_->size())))];
  while (true) {
    std::vector<int> code;
    for (const int level : levels_) code.push_back(rng.index(level));
    if (auto drawn = decode(code)) return std::move(*drawn);
  }
}

std::vector<Architecture> CodedSpace::neighbours(const Architecture& architecture, int count,
                                                 Rng& rng) const {
  std::vector<std::vector<int>> codes;
  for (std::size_t place = 0; place < levels_.size(); ++place)
    for (int level = 0; level < levels_[place]; ++level) {
      if (architecture.code()[place] == level) continue;
      codes.push_back(architecture.code());
      codes.back()[place] = level;
    }
  rng.shuffle(codes);
  if (static_cast<int>(codes.size()) > count) codes.resize(static_cast<std::size_t>(std::max(count, 0)));
  std::vector<Architecture> out;
  for (const std::vector<int>& code : codes) out.push_back(*decode(code));
  return out;
}

std::vector<Architecture> CodedSpace::stepped(const Architecture& architecture, int count, Rng& rng) const {
  std::vector<std::pair<std::size_t, int>> changes;
  for (std::size_t place = 0; place < levels_.size(); ++place)
    for (int step = 1; step < levels_[place]; ++step) changes.emplace_back(place, step);
  rng.shuffle(changes);
  std::vector<Architecture> out;
  for (const auto& [place, step] : changes) {
    if (static_cast<int>(out.size()) >= count) break;
    std::vector<int> code = architecture.code();
    code[place] = (code[place] + step) % levels_[place];
    if (auto near = decode(code)) out.push_back(std::move(*near));
  }
  return out;
}

}  // namespace bora::nas
