#include "data/architectures/nasbench101.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/crc.hpp>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"

namespace bora::data {
namespace {

constexpr int kNodes = 7, kRepeats = 3;

std::uint64_t little_endian(const char* bytes, int count) {
  std::uint64_t number = 0;
  for (int i = count; i-- > 0;) number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

// Returns TFRecord's masked checksum: CRC-32C, rotated and offset.
std::uint32_t checksum(const char* bytes, std::size_t count) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes, count);
  const std::uint32_t value = crc.checksum();
  constexpr std::uint32_t kMoved = 0xa282ead8;
  return (value >> 15 | value << 17) + kMoved;
}

class Records {
 public:
  explicit Records(const std::filesystem::path& file) : name_(file.string()), in_(file, std::ios::binary) {
    if (!in_) throw InputError("{}: cannot be read", name_);
  }
  std::string where() const { return fmt::format("{}: record {}", name_, number_); }

  // Reads the next record. Returns nullopt at the end of the file.
  std::optional<std::string> next() {
    std::array<char, 12> head{};
    in_.read(head.data(), head.size());
    if (in_.gcount() == 0) return std::nullopt;
    ++number_;
    if (in_.gcount() < std::ssize(head)) cut_short();
    if (checksum(head.data(), 8) != little_endian(head.data() + 8, 4))
      throw InputError("{}: the checksum of its length is wrong; the file is damaged, or no TFRecord",
                       where());
    constexpr std::uint64_t kLongest = 1 << 20;
    const std::uint64_t length = little_endian(head.data(), 8);
    if (length > kLongest)
      throw InputError("{}: {} bytes long, expected {} at most", where(), length, kLongest);
    std::string data(length + 4, '\0');
    in_.read(data.data(), static_cast<std::streamsize>(data.size()));
    if (in_.gcount() < std::ssize(data)) cut_short();
    if (checksum(data.data(), length) != little_endian(data.data() + length, 4))
      throw InputError("{}: its checksum is wrong; the file is damaged", where());
    data.resize(length);
    return data;
  }

 private:
  [[noreturn]] void cut_short() const { throw InputError("{}: is cut short", where()); }
  std::string name_;
  std::ifstream in_;
  std::int64_t number_ = 0;
};

// Reader of a Protocol Buffers message, field by field.
class Message {
 public:
  Message(std::string bytes, const std::string& where) : bytes_(std::move(bytes)), where_(where) {}

  // Reads the next field: its number to `field`, its value to `number` (integers; bits of a double) or
  // `text`. Returns false at the end.
  bool next() {
    if (at_ == bytes_.size()) return false;
    const std::uint64_t key = varint();
    field = static_cast<int>(key >> 3);
    switch (key & 7) {
      case 0:
        number = varint();
        break;
      case 1:
        number = little_endian(take(8).data(), 8);
        break;
      case 2:
        text = take(varint());
        break;
      case 5:
        number = little_endian(take(4).data(), 4);
        break;
      default:
        broken();
    }
    return true;
  }
  double real() const {
    double value = 0;
    std::memcpy(&value, &number, sizeof value);
    return value;
  }

  int field = 0;
  std::uint64_t number = 0;
  std::string text;

 private:
  [[noreturn]] void broken() const { throw InputError("{}: its metrics cannot be read", where_); }
  std::string take(std::uint64_t count) {
    if (count > bytes_.size() - at_) broken();
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(take(1)[0]);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    broken();
  }
  std::string bytes_;
  const std::string& where_;
  std::size_t at_ = 0;
};

std::string base64_decoded(const std::string& text, const std::string& where) {
  std::string bytes;
  std::uint32_t kept = 0;
  int bits = 0;
  for (const char letter : text) {
    if (letter == '=' || letter == '\n') continue;
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto value = kLetters.find(letter);
    if (value == std::string_view::npos) throw InputError("{}: its metrics are no base64", where);
    kept = kept << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<char>(kept >> bits & 0xff));
  }
  return bytes;
}

struct Training {
  double seconds = 0, validation = 0, test = 0;
  std::uint64_t parameters = 0;
};

// Returns the last evaluation of a training, which was made at its end, and its number of parameters.
Training training_of(const std::string& encoded, const std::string& where) {
  Training training;
  bool evaluated = false;
  for (Message metrics(base64_decoded(encoded, where), where); metrics.next();) {
    if (metrics.field == 2) training.parameters = metrics.number;
    if (metrics.field != 1) continue;
    evaluated = true;
    for (Message evaluation(metrics.text, where); evaluation.next();) {
      if (evaluation.field == 2) training.seconds = evaluation.real();
      if (evaluation.field == 4) training.validation = evaluation.real();
      if (evaluation.field == 5) training.test = evaluation.real();
    }
  }
  const auto share = [](double value) { return value >= 0 && value <= 1; };
  if (!evaluated || training.parameters == 0 || !share(training.validation) || !share(training.test))
    throw InputError("{}: its metrics have no accuracies in [0, 1] or no parameters", where);
  return training;
}

// Returns the name of a cell in Nb101Space.
std::string name_of(const std::string& adjacency, const std::string& operations, const std::string& where) {
  const auto names = split(operations, ',');
  const auto nodes = names.size();
  if (nodes < 2 || nodes > kNodes || adjacency.size() != nodes * nodes)
    throw InputError(
        "{}: an adjacency of {} numbers for {} operations, expected 2 to 7 operations and the square", where,
        adjacency.size(), nodes);
  const auto place = [&](std::size_t node) {
    return node + 1 == nodes ? kNodes - 1 : static_cast<int>(node);
  };
  std::array<int, kNodes * kNodes> edges{};
  for (std::size_t i = 0; i < adjacency.size(); ++i) {
    if (adjacency[i] != '0' && adjacency[i] != '1')
      throw InputError("{}: its adjacency has '{}', expected 0 and 1", where,
                       printable(adjacency.substr(i, 1)));
    edges[static_cast<std::size_t>(place(i / nodes) * kNodes + place(i % nodes))] = adjacency[i] - '0';
  }
  static const std::map<std::string, int> labels{
      {"input", 0}, {"output", 1}, {"maxpool3x3", 2}, {"conv1x1-bn-relu", 3}, {"conv3x3-bn-relu", 4}};
  constexpr int kPool = 2;  // operation of added nodes, which have no inputs, so that any operation will do
  std::array<int, kNodes> operation{};
  operation.fill(kPool);
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto found = labels.find(names[node]);
    if (found == labels.end()) throw InputError("{}: an operation '{}'", where, printable(names[node]));
    operation[static_cast<std::size_t>(place(node))] = found->second;
  }
  return fmt::format("({}, {})", fmt::join(edges, ", "), fmt::join(operation, ", "));
}

constexpr std::array<int, 4> kEpochs{108, 4, 12, 36};

// Row of the file: a training of a cell for some epochs.
struct Record {
  std::string hash, adjacency, operations;
  std::size_t length = 0;  // index of its number of epochs in kEpochs
  Training training;
};

Record parse_record(const std::string& text, const std::string& where) {
  const auto fields = parse_json(text);
  if (!fields.is_array() || fields.size() != 5 || !fields[0].is_string() || !fields[1].is_number_integer() ||
      !fields[2].is_string() || !fields[3].is_string() || !fields[4].is_string())
    throw InputError("{}: is no [hash, epochs, adjacency, operations, metrics], as NAS-Bench-101 has it",
                     where);
  const auto epochs = fields[1].get<std::int64_t>();
  const auto length = std::ranges::find(kEpochs, epochs);
  if (length == kEpochs.end()) throw InputError("{}: {} epochs, expected 4, 12, 36 or 108", where, epochs);
  return {fields[0].get<std::string>(), fields[2].get<std::string>(), fields[3].get<std::string>(),
          static_cast<std::size_t>(length - kEpochs.begin()),
          training_of(fields[4].get<std::string>(), where)};
}

// Builder of the table. add() sums the figures of trainings; finished() divides them to means.
class CellTable {
 public:
  explicit CellTable(const std::filesystem::path& file)
      : table_{file, {}, {"val_accuracy", "test_accuracy", "training_time", "params"}, {}} {
    for (std::size_t i = 1; i < kEpochs.size(); ++i)
      table_.columns.push_back(fmt::format("val_accuracy_{}", kEpochs[i]));
  }

  void add(const Record& record, const std::string& where) {
    Cell& cell = cell_of(record, where);
    if (++cell.trainings[record.length] > kRepeats)
      throw InputError("{}: more than {} trainings of a cell for {} epochs", where, kRepeats,
                       kEpochs[record.length]);
    any_[record.length] = true;
    constexpr double kPercent = 100;
    std::vector<double>& row = table_.values[cell.row];
    row[accuracy_column(record.length)] += kPercent * record.training.validation;
    if (record.length == 0) {
      row[1] += kPercent * record.training.test;
      row[2] += record.training.seconds;
    }
    row[3] = static_cast<double>(record.training.parameters);
  }

  NasTable finished() {
    take_means();
    leave_out_lengths();
    return std::move(table_);
  }

 private:
  struct Cell {
    std::size_t row = 0;
    std::array<int, kEpochs.size()> trainings{};  // by length
  };

  // Returns the column of the validation accuracy after kEpochs[length] epochs.
  static std::size_t accuracy_column(std::size_t length) {
    constexpr std::size_t kWhole = 4;  // first columns, which trainings of 108 epochs determine
    return length == 0 ? 0 : kWhole + length - 1;
  }

  Cell& cell_of(const Record& record, const std::string& where) {
    const auto [found, is_new] = cells_.try_emplace(record.hash, Cell{table_.values.size(), {}});
    if (is_new) {
      table_.architectures.push_back(name_of(record.adjacency, record.operations, where));
      table_.values.emplace_back(table_.columns.size(), 0.0);
    }
    return found->second;
  }

  void take_means() {
    constexpr double kUnmeasured = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [hash, cell] : cells_) {
      const auto take_mean = [&values = table_.values[cell.row]](std::size_t column, int trainings) {
        double& value = values[column];
        value = trainings > 0 ? value / trainings : kUnmeasured;
      };
      for (std::size_t length = 0; length < kEpochs.size(); ++length)
        take_mean(accuracy_column(length), cell.trainings[length]);
      for (const std::size_t column : {1, 2}) take_mean(column, cell.trainings[0]);
    }
  }

  // Removes the columns of lengths that no record has: the small file has trainings of 108 epochs only.
  void leave_out_lengths() {
    for (std::size_t length = kEpochs.size(); length-- > 1;) {
      if (any_[length]) continue;
      const auto column = static_cast<std::ptrdiff_t>(accuracy_column(length));
      table_.columns.erase(table_.columns.begin() + column);
      for (auto& row : table_.values) row.erase(row.begin() + column);
    }
  }

  NasTable table_;
  std::unordered_map<std::string, Cell> cells_;  // by hash
  std::array<bool, kEpochs.size()> any_{};       // whether any record has each length
};

}  // namespace

bool looks_like_tfrecord(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, 12> head{};
  return in.read(head.data(), head.size()) && checksum(head.data(), 8) == little_endian(head.data() + 8, 4);
}

NasTable read_nasbench101(const std::filesystem::path& file) {
  CellTable table(file);
  Records records(file);
  while (const auto record = records.next()) {
    const std::string where = records.where();
    table.add(parse_record(*record, where), where);
  }
  return table.finished();
}

}  // namespace bora::data
