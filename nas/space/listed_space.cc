#include "nas/space/listed_space.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/error.h"
#include "common/order.h"
#include "common/text.h"

namespace bora::nas {

ListedSpace::ListedSpace(SpacePtr whole, const std::vector<std::string>& texts,
                         const std::vector<std::vector<double>>& known)
    : RestrictedSpace(std::move(whole)) {
  if (texts.empty()) throw InputError("list of architectures: none, expected at least 1");
  if (!known.empty() && known.size() != texts.size())
    throw InputError("list of architectures: numbers known of {} of {}", known.size(), texts.size());
  auto list = std::make_shared<std::vector<Architecture>>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Architecture plain = whole_->parse(texts[i]);
    Architecture::Record record = *plain.record();
    if (!known.empty()) record.known = known[i];
    if (!places_.emplace(record.text, static_cast<int>(i)).second)
      throw InputError("list of architectures: '{}' occurs twice", printable(record.text));
    list->emplace_back(std::move(record));
  }
  all_ = std::move(list);
  nearest_.resize(all_->size());
}

std::vector<double> ListedSpace::distances(int place) const {
  const std::size_t n = all_->size();
  const Architecture& from = (*all_)[static_cast<std::size_t>(place)];
  std::vector<double> away(n);
  if (!levels().empty()) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto& code = (*all_)[i].code();
      away[i] = std::inner_product(code.begin(), code.end(), from.code().begin(), 0, std::plus<>(),
                                   std::not_equal_to<>());
    }
    return away;
  }
  if (standardised_.size() == 0) {
    standardised_.resize(std::ssize(statistics(from)), static_cast<Eigen::Index>(n));
    for (std::size_t i = 0; i < n; ++i) {
      const std::vector<double> numbers = statistics((*all_)[i]);
      standardised_.col(static_cast<Eigen::Index>(i)) =
          Eigen::Map<const Eigen::VectorXd>(numbers.data(), standardised_.rows());
    }
    standardised_.colwise() -= standardised_.rowwise().mean().eval();
    for (auto row : standardised_.rowwise()) {
      const double deviation = std::sqrt(row.squaredNorm() / static_cast<double>(n));
      row *= deviation > 0 ? 1 / deviation : 0;
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    away[i] = (standardised_.col(static_cast<Eigen::Index>(i)) - standardised_.col(place)).norm();
  // The neighbours are drawn with a fixed seed, so that they are the same in each search.
  constexpr int kDrawn = 100;
  constexpr double kNext = -1;  // less than any distance
  Rng rng(mix_seed(0, from.text()));
  for (const Architecture& near : whole_->neighbours(from, kDrawn, rng))
    if (const auto found = places_.find(near.text()); found != places_.end())
      away[static_cast<std::size_t>(found->second)] = kNext;
  return away;
}

std::vector<int> ListedSpace::nearest(int place) const {
  const std::lock_guard lock(mutex_);
  std::vector<int>& near = nearest_[static_cast<std::size_t>(place)];
  if (!near.empty() || all_->size() < 2) return near;
  const auto n = static_cast<int>(all_->size());
  std::vector<int> order = consecutive(n);
  const std::vector<double> away = distances(place);
  const int kept = std::min(n, kNeighbours + 1);
  std::partial_sort(order.begin(), order.begin() + kept, order.end(), [&](int a, int b) {
    return std::pair(a != place, std::pair(away[static_cast<std::size_t>(a)], a)) <
           std::pair(b != place, std::pair(away[static_cast<std::size_t>(b)], b));
  });
  near.assign(order.begin() + 1, order.begin() + kept);
  return near;
}

Architecture ListedSpace::sample(Rng& rng) const {
  return (*all_)[static_cast<std::size_t>(rng.index(static_cast<int>(all_->size())))];
}

std::vector<Architecture> ListedSpace::neighbours(const Architecture& architecture, int count,
                                                  Rng& rng) const {
  std::vector<int> near = nearest(places_.at(parse(architecture.text()).text()));
  rng.shuffle(near);
  near.resize(std::min(near.size(), static_cast<std::size_t>(std::max(count, 0))));
  std::vector<Architecture> out;
  for (const int place : near) out.push_back((*all_)[static_cast<std::size_t>(place)]);
  return out;
}

Architecture ListedSpace::parse(const std::string& text) const {
  auto found = places_.find(text);
  if (found == places_.end()) found = places_.find(whole_->parse(text).text());
  if (found == places_.end())
    throw InputError("{}: '{}' is not in the list of {}", name(), printable(text), all_->size());
  return (*all_)[static_cast<std::size_t>(found->second)];
}

std::optional<Architecture> ListedSpace::decode(const std::vector<int>& code) const {
  const auto made = whole_->decode(code);
  if (!made) return std::nullopt;
  const auto found = places_.find(made->text());
  if (found == places_.end()) return std::nullopt;
  return (*all_)[static_cast<std::size_t>(found->second)];
}

std::vector<double> ListedSpace::statistics(const Architecture& architecture) const {
  std::vector<double> numbers = whole_->statistics(architecture);
  numbers.insert(numbers.end(), architecture.known().begin(), architecture.known().end());
  return numbers;
}

}  // namespace bora::nas
