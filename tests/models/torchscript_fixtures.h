// TorchScript files with code of our choosing.
#pragma once

#include <filesystem>
#include <string>

namespace bora::models {

/// Writes a module without weights. body: that of its method forward, e.g. "return x.flatten(1)"; arguments,
/// returns: of this method; metadata: content of its extra file bora.json, "": none.
void write_torchscript(const std::filesystem::path& path, const std::string& body,
                       const std::string& returns = "Tensor", const std::string& metadata = "",
                       const std::string& arguments = "x: Tensor");

/// Writes a classifier of four classes whose weights are those of a convolution of three channels, in half
/// precision if `half`. It takes images of any shape.
void write_colour_classifier(const std::filesystem::path& path, bool half);

/// Writes a classifier of four classes after torch.jit.freeze: the weights of its convolution of three
/// channels are constants in its code, in half precision if `half`. It accepts images of three channels, or
/// of one channel, which it copies.
void write_frozen_colour_classifier(const std::filesystem::path& path, bool half = false);

/// Writes the archive without code that torch.save makes of a tensor in Python.
void write_weights_only(const std::filesystem::path& path);

}  // namespace bora::models
