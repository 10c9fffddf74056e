#include "tools/opt/results.h"

#include <charconv>
#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "tools/opt/tuning_report.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

// The fields of a line of RFC 4180; a field does not go on in the next line.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (inside && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      inside = !inside;
    } else if (c == ',' && !inside) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

std::string short_text(const ParameterValue& value) {
  const auto* const number = std::get_if<double>(&value);
  return number != nullptr ? fmt::format("{:.6g}", *number) : to_text(value);
}

std::string results_csv(const Tuning& tuning) {
  std::string out = "trial,status,value,seconds";
  for (const Parameter& parameter : tuning.space().parameters()) out += "," + quoted(parameter.name);
  out += '\n';
  for (const auto& [number, row] : tuning.trials()) {
    out += fmt::format("{},{},{},{:.3f}", number, row.status, row.value ? fmt::to_string(*row.value) : "",
                       row.seconds);
    for (const auto& value : tuning.assignment(number)) out += "," + (value ? quoted(to_text(*value)) : "");
    out += '\n';
  }
  return out;
}

std::vector<std::pair<Assignment, double>> read_results(const fs::path& file, const ParameterSpace& space) {
  std::ifstream in(file);
  std::string line;
  if (!in || !std::getline(in, line)) throw InputError("{}: cannot be read, or is empty", file.string());
  const std::vector<std::string> columns = fields_of(line);
  const auto column = [&](const std::string& name) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == name) return i;
    throw InputError("{}:1: no column '{}'", file.string(), name);
  };
  const std::size_t value_at = column("value");
  std::vector<std::size_t> at;
  for (const Parameter& parameter : space.parameters()) at.push_back(column(parameter.name));
  std::vector<std::pair<Assignment, double>> out;
  for (int number = 2; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != columns.size())
      throw InputError("{}:{}: {} fields, expected {}", file.string(), number, fields.size(), columns.size());
    const std::string& text = fields[value_at];
    if (text.empty()) continue;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
      throw InputError("{}:{}: value: '{}' is no finite number", file.string(), number, printable(text));
    Assignment values(space.parameters().size());
    try {
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!fields[at[i]].empty()) values[i] = space.parse(i, fields[at[i]]);
      space.point(values);
    } catch (const InputError& error_of_value) {
      throw InputError("{}:{}: {}", file.string(), number, error_of_value.what());
    }
    out.emplace_back(std::move(values), value);
  }
  return out;
}

std::string summary_text(const Tuning& tuning, int budget, const std::string& stopped) {
  int done = 0, failed = 0, late = 0, known = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (number <= 0) {
      ++known;
    } else {
      done += row.status == "done" ? 1 : 0;
      failed += row.status == "failed" ? 1 : 0;
      late += row.status == "timed out" ? 1 : 0;
    }
  }
  std::string out;
  if (const auto best = tuning.best()) {
    const TrialRow& row = tuning.trials().at(*best);
    std::vector<std::string> words;
    const Assignment values = tuning.assignment(*best);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i]) words.push_back(tuning.space().parameters()[i].name + " " + short_text(*values[i]));
    out += fmt::format("best       {:.9g} ({}), {}\n           {}\n", *row.value,
                       tuning.maximise() ? "maximised" : "minimised",
                       *best > 0 ? fmt::format("trial {}", *best) : "of the warm start", join(words));
  } else {
    out += "best       none: no trial gave a value\n";
  }
  out += fmt::format("trials     {} of {}: {} with a value", done + failed + late, budget, done);
  if (failed > 0) out += fmt::format(", {} failed", failed);
  if (late > 0) out += fmt::format(", {} timed out", late);
  if (known > 0) out += fmt::format("; besides {} of a warm start", known);
  out += '\n';
  if (!stopped.empty()) out += "ended      " + stopped + "\n";
  return out;
}

void write_results(const Tuning& tuning, const fs::path& folder, const std::string& command) {
  write_whole_file(folder / "results.csv", results_csv(tuning));
  write_whole_file(folder / "report.html", tuning_report(tuning, folder.filename().string(), command));
}

}  // namespace bora
