#include "report/conditions/condition.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::report {
namespace {

/// Name, arguments, range and a valid condition of a figure.
struct FigureKind {
  const char* name;
  Figure figure;
  bool of_attack;      // an attack may be named
  bool within;         // a number of queries may be named
  double least, most;  // range of the figure
  const char* example;
};

constexpr double kAny = 1e15;  // no upper limit
constexpr FigureKind kFigures[] = {
    {"asr", Figure::asr, true, true, 0, 1, "asr@500 > 0.2 or asr(bo)@500 > 0.2"},
    {"robust_accuracy", Figure::robust_accuracy, false, false, 0, 1, "robust_accuracy < 0.5"},
    {"clean_accuracy", Figure::clean_accuracy, false, false, 0, 1, "clean_accuracy < 0.9"},
    {"median_queries", Figure::median_queries, true, false, 1, kAny, "median_queries(bo) < 100"},
    {"regression", Figure::regression, true, true, -1, 1, "regression@500 > 0.05"},
    {"checks.failed", Figure::checks_failed, false, false, 0, kAny, "checks.failed > 0"},
    {"checks.warnings", Figure::checks_warnings, false, false, 0, kAny, "checks.warnings > 0"},
    {"checks.open", Figure::checks_open, false, false, 0, kAny, "checks.open > 0"}};

const FigureKind& kind_of(Figure figure) {
  return *std::ranges::find(kFigures, figure, &FigureKind::figure);
}

std::vector<std::string> figure_names() {
  std::vector<std::string> names;
  for (const FigureKind& kind : kFigures) names.emplace_back(kind.name);
  return names;
}

/// Reader of a condition, which consumes the text from the front.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text), rest_(text) {}

  /// Returns an error that names the option and the condition, and shows a valid form.
  template <typename... Args>
  InputError wrong(fmt::format_string<Args...> format, Args&&... args) const {
    return InputError("--fail-if '{}': {}; a valid form: {}", printable(text_),
                      fmt::format(format, std::forward<Args>(args)...), example_);
  }
  /// Sets the valid form that errors show.
  void set_example(std::string example) { example_ = std::move(example); }

  /// Consumes `word` and returns true if it is next.
  bool skip(std::string_view word) {
    blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::optional<Relation> relation() {
    blanks();
    return take_relation(rest_);
  }
  /// Consumes and returns the text up to the first of `ends`, without blanks around it.
  std::string until(const char* ends) {
    blanks();
    std::string_view part = rest_.substr(0, rest_.find_first_of(ends));
    rest_.remove_prefix(part.size());
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    return std::string(part);
  }
  bool ended() {
    blanks();
    return rest_.empty();
  }

 private:
  void blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  const std::string& text_;
  std::string_view rest_;
  std::string example_ = kFigures[0].example;
};

const FigureKind& read_figure(Reader& in) {
  const std::string name = in.until("(@<>=! \t");
  const auto found =
      std::ranges::find_if(kFigures, [&](const FigureKind& kind) { return name == kind.name; });
  if (found != std::end(kFigures)) {
    in.set_example(found->example);
    return *found;
  }
  throw in.wrong("'{}' is not a figure{}; expected {}", printable(name),
                 suggestion(name, figure_names(), kInBrackets), join(figure_names()));
}

std::string read_attack(Reader& in, const FigureKind& kind) {
  if (!in.skip("(")) return "";
  if (!kind.of_attack)
    throw in.wrong("{} is not the figure of one attack: remove the parentheses", kind.name);
  std::string attack = in.until(")");
  if (!in.skip(")")) throw in.wrong("the parenthesis is not closed, expected {}(bo)", kind.name);
  if (attack.empty()) throw in.wrong("names no attack, expected {}(bo)", kind.name);
  return attack;
}

int read_queries(Reader& in, const FigureKind& kind) {
  if (!in.skip("@")) return 0;
  if (!kind.within)
    throw in.wrong("{} does not depend on a number of queries: leave out what follows @", kind.name);
  const std::string number = in.until("(<>=! \t");
  if (const auto queries = to_number<int>(number, 1)) return *queries;
  throw in.wrong("'{}' after @ is not a number of queries", printable(number));
}

Relation read_relation(Reader& in) {
  if (const auto relation = in.relation()) return *relation;
  const std::string found = in.until("");
  throw in.wrong("expected >, >=, < or <= instead of '{}'", printable(found));
}

double read_bound(Reader& in, const FigureKind& kind) {
  const std::string number = in.until("% \t");
  const auto value = to_finite(number);
  if (!value) throw in.wrong("'{}' is not a number, expected the bound of {}", printable(number), kind.name);
  double bound = *value;
  const bool share = kind.most == 1;
  if (in.skip("%")) {
    if (!share) throw in.wrong("{} is not a share: leave out the %", kind.name);
    bound /= 100;
  }
  if (!in.ended()) throw in.wrong("ends with '{}', expected nothing after the number", in.until(""));
  if (bound < kind.least || bound > kind.most)
    throw in.wrong("{} is from {:g}{}, not {:g}{}", kind.name, kind.least,
                   kind.most == kAny ? "" : fmt::format(" to {:g}", kind.most), bound,
                   share && bound > 1 ? fmt::format("; write {0:g}% or {1:g}", bound, bound / 100) : "");
  return bound;
}

/// Throws InputError for a condition that no run can meet: whoever states it would rely on a check that never
/// fails.
void check_reachable(Reader& in, const FigureKind& kind, const Condition& condition) {
  const bool upwards = condition.relation == Relation::more || condition.relation == Relation::at_least;
  const bool at_end = upwards ? condition.bound >= kind.most : condition.bound <= kind.least;
  if (!at_end) return;
  if (condition.relation == Relation::more || condition.relation == Relation::less)
    throw in.wrong("can never hold: {} is from {:g}{}", kind.name, kind.least,
                   kind.most == kAny ? "" : fmt::format(" to {:g}", kind.most));
  // Shares and their differences are decided by a 95% interval. Its lower end is always below the largest
  // value, and its upper end above the smallest, for any number of inputs. Medians and counts can reach their
  // limits.
  if (kind.most != 1) return;
  const auto refuse = [&](const char* end, const char* side, double reachable) {
    in.set_example(fmt::format("{} {} {:g}", kind.name, to_string(condition.relation), reachable));
    throw in.wrong(
        "can never hold: the {} end of the 95% interval of {} must reach {:g}, and always stays {} it", end,
        kind.name, condition.bound, side);
  };
  if (upwards) refuse("lower", "below", condition.bound - 0.1);
  refuse("upper", "above", condition.bound + 0.1);
}

}  // namespace

std::string to_string(Figure figure) {
  return kind_of(figure).name;
}

bool is_count(Figure figure) {
  return figure == Figure::checks_failed || figure == Figure::checks_warnings ||
         figure == Figure::checks_open;
}

Condition parse_condition(const std::string& text) {
  Reader in(text);
  if (in.ended()) throw in.wrong("is empty, expected a condition, or none");
  const FigureKind& kind = read_figure(in);
  Condition condition;
  condition.figure = kind.figure;
  condition.attack = read_attack(in, kind);
  condition.queries = read_queries(in, kind);
  condition.relation = read_relation(in);
  condition.bound = read_bound(in, kind);
  check_reachable(in, kind, condition);
  condition.text = kind.name;
  if (!condition.attack.empty()) condition.text += "(" + condition.attack + ")";
  if (condition.queries > 0) condition.text += fmt::format("@{}", condition.queries);
  condition.text += fmt::format(" {} {}", to_string(condition.relation), condition.bound);
  return condition;
}

std::vector<Condition> parse_conditions(const std::vector<std::string>& texts) {
  if (texts.size() == 1 && texts.front() == "none") return {};
  std::vector<Condition> conditions;
  for (const std::string& text : texts) {
    if (text == "none") throw InputError("--fail-if none: stands alone, but there are other conditions");
    conditions.push_back(parse_condition(text));
    const auto before = std::ranges::find(conditions, conditions.back().text, &Condition::text);
    if (before != std::prev(conditions.end()))
      throw InputError("--fail-if '{}': is given twice", printable(text));
  }
  return conditions;
}

std::string conditions_help() {
  return R"(Conditions: --fail-if 'FIGURE > NUMBER', also >=, < and <=; repeatable. FIGURE is
  asr@N              share of instances on which the best black-box attack succeeds within N queries
                     (without @N: within the budget); asr(bo)@N: the attack bo
  robust_accuracy    share of inputs that stay classified correctly under every black-box attack;
                     with --preset: under every attack
  clean_accuracy     share of clean inputs classified correctly
  median_queries     queries within which the best attack succeeds on half of the instances;
                     median_queries(bo): the attack bo
  regression@N       asr@N minus that of the run that --baseline names, paired: on the instances of both runs,
                     for the attack that does best in both together; regression(bo)@N: the attack bo
  checks.failed, checks.warnings, checks.open   checks of the evaluation itself

A condition is decided by the 95% interval of its figure: 'asr > 0.2' holds if the interval's lower end is above
0.2, 'robust_accuracy < 0.5' if its upper end is below 0.5. If the interval contains the number, the condition is
reported as not shown and does not fail. Counts of checks have no interval.
)";
}

}  // namespace bora::report
