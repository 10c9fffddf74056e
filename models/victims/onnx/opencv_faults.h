// Operations of ONNX models that OpenCV's DNN module computes wrongly.
#pragma once

#include <string>

#include "models/victims/onnx/onnx_file.h"

namespace bora::models {

/// Returns a clause about the first node that OpenCV 4.6 computes wrongly or with memory errors, without an
/// error message of its own: its name, attribute or operand, value, and what is expected. Returns "" if there
/// is none. model: the serialised model of `file`, with an input of fixed sides. Rules about the shapes of
/// tensors apply where ONNX's shape inference finds them. Later versions of OpenCV are treated like 4.6.
std::string opencv_fault(const OnnxFile& file, const std::string& model);

/// Returns a clause about the first weights of half or double precision, "" if there are none. OpenCV 4.6
/// refuses most of them. model: serialised.
std::string weights_of_other_precision(const std::string& model);

}  // namespace bora::models
