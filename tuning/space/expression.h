// Expressions over parameters, of which a user writes conditions and constraints.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"

namespace bora::tuning {

/// Returns whether `c` may be part of a name: an ASCII letter or digit, or _.
bool is_name_part(char c);

/// Expression such as `act == 'relu' && width * depth <= 4096`, in the language of muParserX, with texts in
/// single or double quotes. A parameter with the values true and false may be an operand of !, && and ||, or
/// compared, as in `flag == true`.
class Expression {
 public:
  /// Parses `text`, which may use the variables `names`. Every error message begins with `place`, such as
  /// "space.toml: slope.when", and shows `example`, a valid expression. Throws InputError if it cannot be
  /// parsed or uses another variable.
  Expression(const std::string& text, const std::vector<std::string>& names, const std::string& place,
             const std::string& example = "width * depth <= 64 && act == 'relu'");
  ~Expression();
  Expression(Expression&&) noexcept;

  /// Returns the indices in `names` of the variables that it uses.
  const std::vector<std::size_t>& mentioned() const { return mentioned_; }
  /// Returns whether it holds; `otherwise` if a variable that it uses has no value. values: in the order of
  /// `names`, at least up to the last one that it uses. Throws InputError if the result is neither true nor
  /// false.
  bool holds(const Assignment& values, bool otherwise) const;
  /// Returns the result if it is a number; else nullopt. All variables that it uses must have values.
  std::optional<double> number(const Assignment& values) const;

 private:
  void assign(const Assignment& values) const;
  [[noreturn]] void refuse(const std::string& why) const;  // throws InputError
  struct State;
  std::string text_, place_, example_;
  std::vector<std::size_t> mentioned_;
  std::unique_ptr<State> state_;
};

/// Returns `expression` with && and || for the words `and` and `or` outside quotes, unless a variable has
/// that name.
std::string with_symbols(const std::string& expression, const std::vector<std::string>& names);

/// Returns the texts between quotes in `expression`.
std::vector<std::string> quoted_texts(const std::string& expression);

/// Returns `expression` without the texts between quotes; the quotes stay.
std::string without_texts(const std::string& expression);

}  // namespace bora::tuning
