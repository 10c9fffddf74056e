// Conditions and constraints that a user writes over parameters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"

namespace bora::tuning {

/// Expression such as `act == 'relu' && width * depth <= 4096`, in muParserX's language, with texts in single
/// or double quotes. A parameter whose values are true and false is used as in `flag == true`.
class Expression {
 public:
  /// Parses `text`, which may use the variables `names`. `place` begins the message of every error
  /// ("space.toml: slope.when"). Throws InputError if it cannot be parsed or uses any other variable.
  Expression(const std::string& text, const std::vector<std::string>& names, const std::string& place);
  ~Expression();
  Expression(Expression&&) noexcept;

  /// Returns the names that it uses, as positions in `names`.
  const std::vector<std::size_t>& mentioned() const { return mentioned_; }
  /// Returns whether it holds; `otherwise` if a value that it mentions is none. values: by name, at least up
  /// to the last one it mentions. Throws InputError if it is neither true nor false with these values.
  bool holds(const Assignment& values, bool otherwise) const;
  /// Returns its value as a number; none if it has none with these values, all of which must be present.
  std::optional<double> number(const Assignment& values) const;

 private:
  void assign(const Assignment& values) const;
  struct State;
  std::string text_, place_;
  std::vector<std::size_t> mentioned_;
  std::unique_ptr<State> state_;
};

/// Returns the quoted texts in `expression`.
std::vector<std::string> quoted_texts(const std::string& expression);

/// Returns `expression` with the texts between quotes removed.
std::string without_texts(const std::string& expression);

}  // namespace bora::tuning
