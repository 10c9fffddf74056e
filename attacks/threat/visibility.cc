#include "attacks/threat/visibility.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/order.h"
#include "common/setting_error.h"

namespace bora::attacks {
namespace {

constexpr std::string_view kTop = "top-";

// Replaces all but the k best scores of a row by estimates (see Visibility::shown).
void hide_all_but(int k, ScoreKind kind, Eigen::Ref<Eigen::RowVectorXf> row) {
  const int classes = static_cast<int>(row.size());
  // Among equal scores the first class ranks higher, as in predicted_class.
  const std::vector<int> order = descending(row);
  float estimate = row[order[k - 1]];
  if (kind == ScoreKind::probabilities) {
    double rest = 1;
    for (int rank = 0; rank < k; ++rank) rest -= row[order[rank]];
    // Rounding may leave slightly less than 0.
    const double share = std::max(0.0, rest) / std::max(1, classes - k);
    estimate = std::min(estimate, static_cast<float>(share));
  }
  for (int rank = k; rank < classes; ++rank) row[order[rank]] = estimate;
}

}  // namespace

std::string to_string(AccessLevel access) {
  constexpr const char* kNames[] = {"scores", "labels", "gradients"};
  return kNames[static_cast<int>(access)];
}

Visibility Visibility::top(int k) {
  Visibility visible;
  visible.kind_ = Kind::top;
  visible.k_ = k;
  return visible;
}

Visibility Visibility::label() {
  Visibility visible;
  visible.kind_ = Kind::label;
  return visible;
}

void Visibility::check(int classes) const {
  if (kind_ == Kind::top && k_ > classes)
    throw SettingError("visible", "got {}, but the model has only {} classes", text(), classes);
}

void Visibility::check_given(const std::string& victim, bool labels_only, int top) const {
  if (labels_only && kind_ != Kind::label)
    throw InputError("{}: gives labels only, but attacks would see {}; add --visible label", victim, text());
  if (top > 0 && (kind_ == Kind::scores || (kind_ == Kind::top && k_ > top)))
    throw InputError("{}: gives its {} best class{} only, but attacks would see {}; add --visible {}{}",
                     victim, top, top == 1 ? "" : "es", text(), kTop, top);
}

std::string Visibility::text() const {
  if (kind_ == Kind::top) return fmt::format("{}{}", kTop, k_);
  return kind_ == Kind::scores ? "scores" : "label";
}

Scores Visibility::shown(const Scores& scores) const {
  if (kind_ == Kind::label) throw std::logic_error("no scores are visible");
  Scores estimated = scores;
  for (Eigen::Index i = 0; kind_ == Kind::top && i < scores.values.rows(); ++i)
    hide_all_but(k_, scores.kind, estimated.values.row(i));
  if ((estimated.values.array() == kHidden).any())
    throw std::logic_error("the victim hides what is visible: " + text());
  return estimated;
}

LogProbabilities Visibility::log_probabilities(const Scores& scores) const {
  return bora::models::log_probabilities(shown(scores));
}

Visibility parse_visibility(const std::string& text) {
  if (text == "scores") return {};
  if (text == "label") return Visibility::label();
  if (text.starts_with(kTop))
    if (const auto k = to_number<int>(text.substr(kTop.size()), 1)) return Visibility::top(*k);
  throw SettingError("visible", "got '{}', expected scores, label or top-K with K of at least 1, e.g. top-5",
                     text);
}

}  // namespace bora::attacks
