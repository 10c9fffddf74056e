// Declaration of one option: its variable, the parser of its text, and how it is stored with a run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <boost/any.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/value_semantic.hpp>

#include "common/error.h"
#include "common/layers.h"
#include "common/setting_error.h"
#include "common/suggestion.h"

namespace bora::tools {

/// Calls `parse` and returns its result. Puts `option`, e.g. "--eps", in front of an InputError; a
/// SettingError keeps the name of its own setting.
template <typename Parse>
auto naming(const std::string& option, const Parse& parse) {
  try {
    return parse();
  } catch (const SettingError& error) {
    throw InputError("--{}", error.what());
  } catch (const InputError& error) {
    throw InputError("{}: {}", option, error.what());
  }
}

/// Properties of an option that CommandLine uses.
struct OptionTraits {
  bool one_call = false;        ///< applies to one call only: neither read from files nor part of config()
  bool free_on_resume = false;  ///< may differ from the stored value when a run is resumed
  std::string only_for;         ///< kind of run that the option applies to, e.g. "graphs"; "": all
  /// Makes the paths in a value absolute; empty: the option names no path.
  std::function<std::string(const std::string&)> portable;
  bool moves = false;       ///< its files may be moved before a run is resumed, which checks their content
  std::string least, most;  ///< limits of a number, as text; "": those of its type
};

/// Base class of options that are declared with the functions below, with their traits.
class TraitedOption {
 public:
  virtual ~TraitedOption() = default;
  /// Stores the value in the variable that the option sets. `option`: "--eps". Throws InputError that begins
  /// with it.
  virtual void assign(const boost::any& value, const std::string& option) const = 0;
  const OptionTraits& traits() const { return traits_; }

 protected:
  OptionTraits traits_;
};

/// Returns the option if it was declared with the functions below; else nullptr.
inline const TraitedOption* traited(const boost::program_options::option_description& option) {
  return dynamic_cast<const TraitedOption*>(option.semantic().get());
}

/// Returns the traits of an option; the defaults if it was not declared with the functions below.
inline OptionTraits traits_of(const boost::program_options::option_description& option) {
  const TraitedOption* const setting = traited(option);
  return setting == nullptr ? OptionTraits{} : setting->traits();
}

/// Option of type T (see CommandLine) with its traits. Created by the functions below.
template <typename T>
class Setting final : public boost::program_options::typed_value<T>, public TraitedOption {
 public:
  using Action = std::function<void(const T& value, const std::string& option)>;

  Setting(Action action, const char* name)
      : boost::program_options::typed_value<T>(nullptr), actions_{std::move(action)} {
    this->value_name(name);
  }

  /// Refuses values below `least`.
  Setting* at_least(T least) {
    actions_.insert(actions_.begin(), [least](const T& value, const std::string& option) {
      if (!(value >= least)) throw InputError("{}: got {}, expected at least {}", option, value, least);
    });
    return with([&](auto& traits) { traits.least = fmt::to_string(least); });
  }
  /// Refuses values outside [least, most].
  Setting* between(T least, T most) {
    actions_.insert(actions_.begin(), [least, most](const T& value, const std::string& option) {
      if (!(value >= least && value <= most))
        throw InputError("{}: got {}, expected {} to {}", option, value, least, most);
    });
    return with([&](auto& traits) {
      traits.least = fmt::to_string(least);
      traits.most = fmt::to_string(most);
    });
  }
  /// Calls `check` before the value is stored. Its InputError gets the option's name put in front.
  Setting* check(std::function<void(const T&)> check) {
    actions_.insert(actions_.begin(), [check = std::move(check)](const T& value, const std::string& option) {
      naming(option, [&] { check(value); });
    });
    return this;
  }
  /// Adds the values in a file to those on the command line, instead of ignoring them.
  Setting* adding() {
    this->composing();
    return this;
  }
  Setting* one_call() {
    return with([](auto& traits) { traits.one_call = true; });
  }
  Setting* free_on_resume() {
    return with([](auto& traits) { traits.free_on_resume = true; });
  }
  Setting* only_for(const char* kind) {
    return with([=](auto& traits) { traits.only_for = kind; });
  }
  Setting* portable(std::function<std::string(const std::string&)> make) {
    return with([&](auto& traits) { traits.portable = std::move(make); });
  }
  Setting* moves() {
    return with([](auto& traits) { traits.moves = true; });
  }

  void assign(const boost::any& value, const std::string& option) const override {
    for (const Action& action : actions_) action(boost::any_cast<const T&>(value), option);
  }

 private:
  template <typename Change>
  Setting* with(Change change) {
    change(traits_);
    return this;
  }

  std::vector<Action> actions_;
};

/// Returns an option bound to `variable`, whose present value is the default. --help shows it in the shortest
/// form that reads back (Boost shows 0.1 as 0.10000000000000001).
template <typename T>
Setting<T>* value_of(T& variable, const char* name = "arg") {
  auto* setting = new Setting<T>([&variable](const T& value, const auto&) { variable = value; }, name);
  setting->default_value(variable, fmt::to_string(variable));
  return setting;
}

/// Returns the same; the variable is set to convert(value, option's name).
template <typename T, typename Convert>
Setting<T>* value_of(T& variable, const char* name, Convert convert) {
  auto* setting = new Setting<T>(
      [&variable, convert](const T& value, const std::string& option) { variable = convert(value, option); },
      name);
  setting->default_value(variable, fmt::to_string(variable));
  return setting;
}

/// Returns the same for a variable that stays empty if the value is `none`, the default.
template <typename T>
Setting<T>* value_of(std::optional<T>& variable, T none, const char* name) {
  auto* setting = new Setting<T>(
      [&variable, none](const T& value, const auto&) {
        if (value != none) variable = value;
      },
      name);
  setting->default_value(none, fmt::to_string(none));
  return setting;
}

/// Returns an option without a default: the variable stays empty unless the option is given.
template <typename T>
Setting<T>* optional_value(std::optional<T>& variable, const char* name = "arg") {
  return new Setting<T>([&variable](const T& value, const auto&) { variable = value; }, name);
}

/// Returns an option without a default in --help: the text is unchanged unless the option is given.
inline Setting<std::string>* text_of(std::string& variable, const char* name) {
  return new Setting<std::string>([&variable](const std::string& value, const auto&) { variable = value; },
                                  name);
}

/// Returns a switch.
inline Setting<bool>* flag(bool& variable) {
  auto* setting = new Setting<bool>([&variable](bool value, const auto&) { variable = value; }, "");
  setting->default_value(false)->zero_tokens();
  return setting;
}

/// Returns an option that may be repeated.
inline Setting<std::vector<std::string>>* values_of(std::vector<std::string>& variable, const char* name) {
  return new Setting<std::vector<std::string>>(
      [&variable](const auto& values, const auto&) { variable = values; }, name);
}

/// Returns an option that sets `variable` to parse(text), or to parse(text, option) if `parse` puts the
/// option's name into its errors itself. `fallback`: the default, a text that leaves the variable unchanged.
template <typename Variable, typename Parse>
Setting<std::string>* parsed(Variable& variable, Parse parse, const std::string& fallback, const char* name) {
  auto* setting = new Setting<std::string>(
      [&variable, parse, fallback](const std::string& text, const std::string& option) {
        if (text == fallback) return;
        if constexpr (std::is_invocable_v<const Parse&, const std::string&, const std::string&>) {
          variable = parse(text, option);
        } else {
          variable = naming(option, [&] { return parse(text); });
        }
      },
      name);
  setting->default_value(fallback);
  return setting;
}

/// Returns a parser for parsed() that maps each of `words` to its value.
template <typename Value>
auto choice_of(std::vector<std::pair<std::string, Value>> words) {
  return [words = std::move(words)](const std::string& text, const std::string& option) {
    std::vector<std::string> names;
    for (const auto& [name, value] : words) {
      if (name == text) return value;
      names.push_back(name);
    }
    check_name(text, option, names);
    return Value{};  // not reached, because check_name throws
  };
}

/// Returns a parser of "yes" or "no", for parsed().
inline auto yes_or_no() {
  return choice_of<bool>({{"yes", true}, {"no", false}});
}

}  // namespace bora::tools
