#include <mutex>

#include <fmt/format.h>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

#include "common/error.h"
#include "common/text.h"
#include "models/victims/onnx/onnx_network.h"
#include "models/victims/onnx/onnx_victim.h"
#include "models/victims/onnx/opencv_faults.h"

namespace bora::models {
namespace {

// Returns the first line of OpenCV's message that is not blank, without its prefix.
std::string reason(const cv::Exception& error) {
  std::string line;
  for (const std::string& part : split(error.err, '\n'))
    if (part.find_first_not_of(" \t\r>") != std::string::npos && line.empty()) line = part;
  line.erase(0, line.find_first_not_of(" >"));
  return printable(line.empty() ? error.what() : line);
}

class OpenCvNetwork final : public OnnxNetwork {
 public:
  OpenCvNetwork(const OnnxFile& file, std::int64_t batch, const std::vector<std::int64_t>& sides,
                const std::string& output)
      : input_(file.input), output_(output) {
    static std::once_flag once;
    std::call_once(once, [] {
      // Calls run in parallel, so each uses one thread.
      cv::setNumThreads(1);
      cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    });
    sides_ = {static_cast<int>(batch)};
    for (const auto side : sides) sides_.push_back(static_cast<int>(side));
    const std::string model = with_input_sides(file, batch, sides);
    if (const std::string fault = opencv_fault(file, model); !fault.empty()) throw VictimError(fault);
    try {
      net_ = cv::dnn::readNetFromONNX(model.data(), model.size());
      // OpenCV 4.6 merges some layers wrongly: a power with a factor or term that follows, and a comparison
      // with a constant with the layer before it. Without merging, networks take at most a tenth more time.
      net_.enableFusion(false);
      net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
      net_.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    } catch (const cv::Exception& error) {
      const std::string weights = weights_of_other_precision(model), why = reason(error);
      throw VictimError(weights.empty() ? why : fmt::format("{} (OpenCV: {})", weights, why));
    }
  }

  Batch run(const Batch& values) override {
    try {
      const cv::Mat blob(static_cast<int>(sides_.size()), sides_.data(), CV_32F,
                         const_cast<float*>(values.data()));
      net_.setInput(blob, input_);
      const cv::Mat out = net_.forward(output_).clone();
      if (out.depth() != CV_32F) throw VictimError("the output is not of single precision");
      const Eigen::Index columns =
          output_columns(static_cast<Eigen::Index>(out.total()), out.size[0], sides_[0]);
      return Eigen::Map<const Batch>(out.ptr<float>(), sides_[0], columns);
    } catch (const cv::Exception& error) {
      throw VictimError(reason(error));
    }
  }

 private:
  cv::dnn::Net net_;
  std::string input_, output_;
  std::vector<int> sides_;
};

}  // namespace

std::unique_ptr<OnnxNetwork> make_onnx_network(const OnnxFile& file, std::int64_t batch,
                                               const std::vector<std::int64_t>& sides,
                                               const std::string& output) {
  return std::make_unique<OpenCvNetwork>(file, batch, sides, output);
}

std::string onnx_library() {
  return "OpenCV " CV_VERSION;
}

}  // namespace bora::models
