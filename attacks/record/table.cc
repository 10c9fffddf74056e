#include "attacks/record/table.h"

#include <algorithm>
#include <cstddef>

namespace bora::attacks {
namespace {

constexpr const char* kStatuses[] = {"pending", "running", "success", "exhausted", "failed"};

void bind_bytes(SQLite::Statement& to, int index, const void* bytes, std::size_t size) {
  // SQLite would bind a null pointer as NULL, not as an empty BLOB.
  to.bindNoCopy(index, size == 0 ? static_cast<const void*>("") : bytes, static_cast<int>(size));
}

}  // namespace

std::string to_string(InstanceStatus status) {
  return kStatuses[static_cast<int>(status)];
}

void bind_value(SQLite::Statement& to, int index, const ColumnRule& rule, const std::string& value) {
  if (!rule.is_blob())
    to.bind(index, value);
  else if (rule.kind == ColumnRule::Kind::original && value.empty())
    to.bind(index);
  else
    bind_bytes(to, index, value.data(), value.size());
}

void bind_value(SQLite::Statement& to, int index, const ColumnRule& /*rule*/,
                const std::vector<float>& value) {
  bind_bytes(to, index, value.data(), value.size() * sizeof(float));
}

void bind_value(SQLite::Statement& to, int index, const ColumnRule& /*rule*/, InstanceStatus value) {
  to.bind(index, to_string(value));
}

void read_value(const SQLite::Column& from, std::vector<float>& value) {
  value.resize(static_cast<std::size_t>(from.getBytes()) / sizeof(float));
  if (!value.empty()) std::memcpy(value.data(), from.getBlob(), value.size() * sizeof(float));
}

void read_value(const SQLite::Column& from, InstanceStatus& value) {
  const auto found = std::ranges::find(kStatuses, from.getString());
  value = static_cast<InstanceStatus>(
      std::min<std::ptrdiff_t>(found - kStatuses, 4));  // check_rows() refuses other texts
}

}  // namespace bora::attacks
