#include "nas/space/staged_space.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/error.h"
#include "common/text.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

enum Label { kInput, kOutput, kBlock, kFirstChoice };

// Returns the fraction of the image's pixels that a stage (0, 1, ...) has: each stage halves the side.
double pixels(int stage) {
  return std::pow(0.25, stage);
}

std::string to_text(const ResidualStage& stage) {
  std::string text = fmt::format("d{}w{}", stage.blocks, stage.width);
  if (stage.ratio > 0) text += fmt::format("r{}g{}", stage.ratio, stage.groups);
  return text;
}

// Parses a text such as "d4w64r2g4" and returns the numbers that follow the letters (here "dwrg"); nullopt if
// the text has another form.
std::optional<std::vector<int>> numbers_after(const std::string& letters, const std::string& text) {
  std::vector<int> numbers;
  std::size_t at = 0;
  for (const char letter : letters) {
    if (at >= text.size() || text[at++] != letter) return std::nullopt;
    constexpr std::size_t kMostDigits = 4;
    const std::size_t begin = at;
    int number = 0;
    while (at < text.size() && at - begin < kMostDigits && text[at] >= '0' && text[at] <= '9')
      number = 10 * number + (text[at++] - '0');
    if (at == begin || text[begin] == '0') return std::nullopt;
    numbers.push_back(number);
  }
  return at == text.size() ? std::optional(numbers) : std::nullopt;
}

}  // namespace

double block_weights(const ResidualStage& stage) {
  const double width = stage.width;
  if (stage.ratio == 0) return 2 * 9 * width * width;
  const double inner = width / stage.ratio;
  return 2 * width * inner + 9 * inner * inner / stage.groups;
}

StagedSpace::StagedSpace(Choices choices) : CodedSpace(choices.name), choices_(std::move(choices)) {
  operations_ = {{"input", Kind::input}, {"output", Kind::output}, {"block", Kind::residual, 3}};
  const auto name = [this](const char* format, const std::vector<int>& values) {
    for (const int value : values) operations_.push_back({fmt::format(fmt::runtime(format), value)});
  };
  name("{} channels", choices_.widths);
  name("ratio {}", choices_.ratios);
  name("{} groups", choices_.groups);
  for (int stage = 0; stage < kStages; ++stage)
    for (const auto* values : {&choices_.blocks, &choices_.widths, &choices_.ratios, &choices_.groups})
      if (!values->empty()) levels_.push_back(static_cast<int>(values->size()));
}

std::vector<ResidualStage> StagedSpace::stages(const Architecture& architecture) const {
  return stages_of(architecture.code());
}

std::vector<ResidualStage> StagedSpace::stages_of(const std::vector<int>& code) const {
  const auto at = [&code](const std::vector<int>& values, std::size_t place) {
    return values[static_cast<std::size_t>(code[place])];
  };
  std::vector<ResidualStage> stages;
  for (std::size_t place = 0; place < code.size(); place += choices_a_stage()) {
    ResidualStage stage{at(choices_.blocks, place), at(choices_.widths, place + 1)};
    if (choices_a_stage() > 2) {
      stage.ratio = at(choices_.ratios, place + 2);
      stage.groups = at(choices_.groups, place + 3);
    }
    stages.push_back(stage);
  }
  return stages;
}

Architecture StagedSpace::make(const std::vector<int>& code) const {
  Architecture::Record record;
  record.code = code;
  record.text_is_canonical = true;
  LabelledDag graph;
  graph.labels.push_back(kInput);
  const int first_ratio = kFirstChoice + static_cast<int>(choices_.widths.size());
  const int first_groups = first_ratio + static_cast<int>(choices_.ratios.size());
  const std::vector<ResidualStage> all = stages_of(code);
  std::vector<std::string> texts;
  for (std::size_t stage = 0; stage < all.size(); ++stage) {
    texts.push_back(to_text(all[stage]));
    const std::size_t place = stage * choices_a_stage();
    graph.labels.push_back(kFirstChoice + code[place + 1]);
    if (choices_a_stage() > 2) {
      graph.labels.push_back(first_ratio + code[place + 2]);
      graph.labels.push_back(first_groups + code[place + 3]);
    }
    graph.labels.insert(graph.labels.end(), static_cast<std::size_t>(all[stage].blocks), kBlock);
  }
  graph.labels.push_back(kOutput);
  for (int node = 1; node < graph.nodes(); ++node) graph.edges.emplace_back(node - 1, node);
  record.text = fmt::format("{}", fmt::join(texts, " "));
  record.cells.push_back({graph, graph, graph});
  return Architecture(std::move(record));
}

Architecture StagedSpace::parse(const std::string& text) const {
  const std::vector<std::string> words = split(text, ' ');
  const auto refuse = [&](const std::string& why) {
    throw InputError("{}: '{}' is not valid: {}, expected three stages such as '{}'", name(), printable(text),
                     why, make(std::vector<int>(levels_.size(), 1)).text());
  };
  if (words.size() != kStages) refuse(fmt::format("{} stages", words.size()));
  std::vector<int> code;
  for (const std::string& word : words) {
    const auto numbers = numbers_after(choices_a_stage() > 2 ? "dwrg" : "dw", word);
    if (!numbers) refuse(fmt::format("stage '{}'", printable(word)));
    const std::vector<int>* const choices[] = {&choices_.blocks, &choices_.widths, &choices_.ratios,
                                               &choices_.groups};
    for (std::size_t i = 0; i < numbers->size(); ++i) {
      const auto found = std::ranges::find(*choices[i], (*numbers)[i]);
      if (found == choices[i]->end())
        refuse(fmt::format("stage '{}' has {}{}, valid: {}", printable(word), "dwrg"[i], (*numbers)[i],
                           fmt::join(*choices[i], ", ")));
      code.push_back(static_cast<int>(found - choices[i]->begin()));
    }
  }
  return make(code);
}

std::vector<double> StagedSpace::statistics(const Architecture& architecture) const {
  std::vector<double> numbers;
  double blocks = 0, weights = 0, computation = 0;
  int at = 0;
  for (const ResidualStage& stage : stages(architecture)) {
    numbers.push_back(std::log2(stage.blocks));
    numbers.push_back(std::log2(stage.width));
    if (stage.ratio > 0) {
      numbers.push_back(std::log2(stage.ratio));
      numbers.push_back(std::log2(stage.groups));
    }
    const double of_stage = stage.blocks * block_weights(stage);
    blocks += stage.blocks;
    weights += of_stage;
    computation += of_stage * pixels(at++);
  }
  for (const double sum : {blocks, weights, computation}) numbers.push_back(std::log2(sum));
  return numbers;
}

std::vector<std::vector<double>> StagedSpace::masses(const Architecture& architecture) const {
  const std::vector<ResidualStage> all = stages(architecture);
  std::vector<double> masses{0};
  for (int at = 0; at < kStages; ++at) {
    const ResidualStage& stage = all[static_cast<std::size_t>(at)];
    masses.insert(masses.end(), choices_a_stage() - 1, 0);
    masses.insert(masses.end(), static_cast<std::size_t>(stage.blocks), block_weights(stage) * pixels(at));
  }
  masses.push_back(0);
  return {masses};
}

SpacePtr make_resnet_space() {
  return std::make_shared<StagedSpace>(
      StagedSpace::Choices{"resnet",
                           {1, 2, 3, 4, 6, 8, 12, 16, 24},
                           {16, 20, 28, 36, 44, 56, 72, 92, 120, 156, 200, 256},
                           {},
                           {}});
}

SpacePtr make_resnext_a_space() {
  return std::make_shared<StagedSpace>(
      StagedSpace::Choices{"resnext-a", {1, 2, 4, 8, 16}, {16, 32, 64, 128, 256}, {1, 2, 4}, {1, 2, 4}});
}

SpacePtr make_resnext_b_space() {
  return std::make_shared<StagedSpace>(StagedSpace::Choices{
      "resnext-b", {1, 2, 4, 8, 16}, {64, 128, 256, 512, 1024}, {1, 2, 4}, {1, 2, 4, 8, 16}});
}

}  // namespace bora::nas
