#include "tools/report/options.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <boost/program_options.hpp>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "tools/options/nearest_option.h"
#include "tools/options/option_of_value.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;
using Texts = std::vector<std::string>;

struct Option {
  const char* name;
  const char* value;  // name of its value; nullptr: a flag
  bool repeatable;
  const char* text;
};

constexpr Option kOptions[] = {
    {"out", "DIR", false, "folder for the files"},
    {"against", "ATTACK", true,
     "attack that the others are compared with; default: the first. For pool also FILE.csv or NAME=FILE.csv, "
     "repeatable: results of other tools"},
    {"points", "N,...", false,
     "numbers of queries of the success figures, e.g. 1,10,100; the budget is added"},
    {"markdown", "FILE", false, "also write table.md (pool: pool.md) to this file"},
    {"json", nullptr, false, "print JSON instead of the table"},
    {"fail-if", "CONDITION", true,
     "exit code 4 if the condition holds; repeatable. none: no condition. Default: the conditions of the "
     "run"},
    {"baseline", "RUN", false, "run that the condition 'regression' compares with"},
    {"partial", nullptr, false, "merge the shards that exist although some are missing"},
    // Options that stand for a sub-command.
    {"pool", nullptr, false, "as the sub-command pool"},
    {"compare", nullptr, false, "as the sub-command compare"},
    {"table", "6.6", false, "as the sub-command matrix"},
    {"schema", nullptr, false, "as the sub-command schema"},
    {"help,h", nullptr, false, "print this help"},
    {"help-markdown", nullptr, false, "print this help as Markdown, a page of the reference"},
    {"version", nullptr, false, "print the version"}};

std::string long_name(const Option& option) {
  return split(option.name, ',').front();
}

void declare(const Option& option, po::options_description& out) {
  if (option.value == nullptr)
    out.add_options()(option.name, option.text);
  else if (option.repeatable)
    out.add_options()(option.name, po::value<Texts>()->composing()->value_name(option.value), option.text);
  else
    out.add_options()(option.name, po::value<std::string>()->value_name(option.value), option.text);
}

Texts all_report_options() {
  Texts names;
  for (const Option& option : kOptions) names.push_back(long_name(option));
  return names;
}

po::variables_map parse(const Texts& words) {
  po::options_description all = describe(all_report_options(), "");
  all.add_options()("run", po::value<Texts>());
  po::positional_options_description positional;
  positional.add("run", -1);
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    po::variables_map given;
    po::store(po::command_line_parser(words).options(all).positional(positional).style(style).run(), given);
    return given;
  } catch (const po::unknown_option& error) {
    const std::string name = error.get_option_name(), nearest = nearest_option(name, all_report_options());
    throw InputError("unknown option {}{}", name, nearest.empty() ? "" : "; did you mean --" + nearest + "?");
  } catch (const po::multiple_occurrences& error) {
    throw InputError("{} is given twice", error.get_option_name());
  } catch (const po::error& error) {
    throw InputError("{}", error.what());
  }
}

// Parses the values of --against: an attack of the runs, and files with results of other tools.
PoolChoices parse_against(const Texts& values) {
  PoolChoices out;
  for (const std::string& value : values) {
    const std::size_t equals = value.find('=');
    if (!value.ends_with(".csv")) {
      if (out.reference == value) throw InputError("--against: {} is given twice", value);
      if (!out.reference.empty())
        throw InputError("--against: names two attacks, {} and {}, expected one", out.reference, value);
      out.reference = value;
    } else if (equals != std::string::npos && !std::filesystem::exists(value)) {
      out.rivals.emplace_back(value.substr(equals + 1), value.substr(0, equals));
    } else {
      out.rivals.emplace_back(value, "");
    }
  }
  return out;
}

std::vector<int> points(const std::string& text) {
  std::vector<int> out;
  for (const std::string& part : split(text, ',')) out.push_back(parse_number<int>(part, "--points", 1));
  return out;
}

}  // namespace

void ReportOptions::accept_only(const std::string& taker, const Texts& names) const {
  for (const std::string& name : given) {
    if (std::ranges::count(names, name) > 0) continue;
    throw InputError("--{}: not an option of {}, which takes {}", name, taker,
                     names.empty() ? "none" : "--" + join(names, ", --"));
  }
}

po::options_description describe(const Texts& names, const std::string& caption) {
  po::options_description out(caption);
  for (const std::string& name : names) {
    const auto* option = std::ranges::find(kOptions, name, long_name);
    if (option == std::end(kOptions)) throw std::out_of_range(name);
    declare(*option, out);
  }
  return out;
}

ReportOptions parse_report_options(const Texts& words) {
  const po::variables_map values = parse(words);
  const auto texts = [&](const char* name) {
    return values.count(name) > 0 ? values[name].as<Texts>() : Texts();
  };
  const auto text = [&](const char* name) {
    return values.count(name) > 0 ? values[name].as<std::string>() : "";
  };
  ReportOptions out;
  OptionValues paths;
  for (const auto& [name, value] : values) {
    if (name == "run") continue;
    out.given.insert(name);
    for (const std::string& path : name == "against" ? texts("against") : Texts{})
      paths.emplace_back(name, path);
    if (name == "out" || name == "markdown" || name == "baseline")
      paths.emplace_back(name, text(name.c_str()));
  }
  store_path_options(std::move(paths));
  out.runs = texts("run");
  if (out.has("out")) out.out = text("out");
  if (out.has("markdown")) out.markdown = text("markdown");
  out.against = parse_against(texts("against"));
  if (out.has("points")) out.against.points = points(text("points"));
  out.json = out.has("json");
  out.partial = out.has("partial");
  if (out.has("fail-if")) out.fail_if = texts("fail-if");
  out.baseline = text("baseline");
  if (const std::string table = text("table"); out.has("table") && table != "6.6")
    throw InputError("--table: got '{}', expected 6.6", table);
  return out;
}

}  // namespace bora::tools
