// TorchScript files with code of our choosing.
#pragma once

#include <filesystem>
#include <string>

namespace bora::models {

/// A module without weights whose method forward has the body `body` (of `arguments`), e.g. "return
/// x.flatten(1)". Its type of result is `returns`; `metadata` becomes its extra file bora.json unless empty.
void write_torchscript(const std::filesystem::path& path, const std::string& body,
                       const std::string& returns = "Tensor", const std::string& metadata = "",
                       const std::string& arguments = "x: Tensor");

/// Writes a classifier of four classes whose weights are those of a convolution of three channels, in half
/// precision if `half`. It takes images of any shape.
void write_colour_classifier(const std::filesystem::path& path, bool half);

/// Writes a classifier of four classes as torch.jit.freeze leaves it: the weights of its convolution of three
/// channels are constants of its code. It takes images of three channels, or of one, which it sees three
/// times.
void write_frozen_colour_classifier(const std::filesystem::path& path);

/// Writes what torch.save makes of a tensor in Python: an archive without code.
void write_weights_only(const std::filesystem::path& path);

}  // namespace bora::models
