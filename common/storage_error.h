// An error of the world outside that ends a command, but is no bug.
#pragma once

#include <stdexcept>

namespace bora {

/// What is to be kept cannot be: a full disk, a file that may no longer be written. The message is one line
/// that says what is kept nevertheless; the tools print it and exit with 1.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bora
