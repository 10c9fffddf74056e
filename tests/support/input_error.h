// Checks of the messages of InputError.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/layers.h"

namespace bora::testing {

/// Returns the message of the InputError that `action` throws. The test fails if it throws none, or if the
/// message is not one line.
template <typename Action>
std::string input_error(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "no InputError was thrown";
  return "";
}

/// Returns the message of the InputError that `action` throws, or "accepted" if it throws none.
template <typename Action>
std::string input_error_or_accepted(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// Expects `action` to throw an InputError of one line that holds every one of `parts`.
template <typename Action, typename... Parts>
void expect_input_error(Action action, const Parts&... parts) {
  const std::string message = input_error(action);
  for (const std::string& part : {std::string(parts)...})
    EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' is missing in: " << message;
}

}  // namespace bora::testing
