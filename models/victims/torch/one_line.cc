#include "models/victims/torch/one_line.h"

#include <c10/util/Exception.h>

#include "common/text.h"

namespace bora::models {
namespace {

// Returns the message without the lists of backends that the dispatcher adds, and cut to 300 characters.
std::string shortened(std::string line) {
  constexpr std::size_t kMost = 300;
  // "Could not run 'aten::empty_strided' with arguments from the 'CUDA' backend. This could be because ..."
  const std::size_t sentence = line.find("backend. ");
  if (line.starts_with("Could not run '") && sentence != std::string::npos) {
    const bool cuda = line.find("'CUDA") != std::string::npos;
    line.erase(sentence + std::string_view("backend").size());
    if (cuda)
      line +=
          "; it is made for a GPU (--device cuda), or holds tensors that were saved on one: move it to the "
          "CPU (model.cpu()) before it is traced or scripted";
  }
  if (line.size() <= kMost) return line;
  const std::size_t end = line.find_last_of(' ', kMost);
  return line.substr(0, end == std::string::npos ? kMost : end) + " ...";
}

}  // namespace

std::string one_line(const std::exception& error) {
  const auto* torch_error = dynamic_cast<const c10::Error*>(&error);
  const std::string text = torch_error != nullptr ? torch_error->what_without_backtrace() : error.what();
  // The interpreter prints a trace of the model's code first, and then the message, of an operator or of an
  // exception in the model.
  std::string line;
  for (const auto& candidate : split(text, '\n')) {
    for (const std::string_view mark : {"RuntimeError: ", "builtins."})
      if (candidate.starts_with(mark)) return shortened(candidate.substr(mark.size()));
    if (line.empty() && candidate.find_first_not_of(" \t\r") != std::string::npos) line = candidate;
  }
  return shortened(line);
}

}  // namespace bora::models
