// Error for data that cannot be stored.
#pragma once

#include <stdexcept>

namespace bora {

/// Thrown when data cannot be stored, e.g. because a disk is full or a file is no longer writable. The
/// message is one line that says which data are stored nevertheless; the tools print it and exit with 1.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bora
