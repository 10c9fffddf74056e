// Error of the environment that ends a command, but is not a bug.
#pragma once

#include <stdexcept>

namespace bora {

/// Error thrown when data cannot be stored: a full disk, a file that is no longer writable. The message is
/// one line that says which data are stored nevertheless; the tools print it and exit with 1.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bora
