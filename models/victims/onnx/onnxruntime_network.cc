#include <regex>

// The API is initialised in environment(), not before main() begins.
#define ORT_API_MANUAL_INIT
#include <onnxruntime_cxx_api.h>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "models/victims/onnx/onnx_network.h"
#include "models/victims/onnx/onnx_victim.h"

namespace bora::models {
namespace {

std::string runtime_version() {
  return OrtGetApiBase()->GetVersionString();
}

// Returns the first line of ONNX Runtime's message without source locations ("/src/a.h:45 int f(int) ").
std::string reason(const Ort::Exception& error) {
  static const std::regex place(R"(/\S+:\d+ [^()]*\([^()]*\)( const)? )");
  constexpr std::size_t kLongest = 2000;  // names in a file may have any length, and std::regex recurses
  const std::string line = split(error.what(), '\n').front().substr(0, kLongest);
  return printable(std::regex_replace(line, place, ""));
}

// Throws VictimError if the runtime is too old. Release 1.N supports API versions up to N, and would print a
// message if a later one were requested.
void check_version() {
  const std::string version = runtime_version();
  std::string_view minor = std::string_view(version).substr(version.find('.') + 1);
  if (version.starts_with("1.") && take_number<int>(minor).value_or(0) < ORT_API_VERSION)
    throw VictimError(fmt::format("this program was built for ONNX Runtime 1.{} or later", ORT_API_VERSION));
}

// Returns the environment, one per process. It is never destroyed, so that networks may exist after main()
// has returned.
Ort::Env& environment() {
  static Ort::Env* const made = [] {
    check_version();
    Ort::InitApi();
    const auto say_nothing = [](void*, OrtLoggingLevel, const char*, const char*, const char*, const char*) {
    };
    auto* env = new Ort::Env(ORT_LOGGING_LEVEL_FATAL, "bora", say_nothing, nullptr);
    env->DisableTelemetryEvents();
    return env;
  }();
  return *made;
}

Ort::Session opened(const OnnxFile& file) {
  Ort::Env& env = environment();  // first: it initialises the API
  Ort::SessionOptions options;
  // Calls run in parallel, so each uses one thread.
  options.SetIntraOpNumThreads(1).SetInterOpNumThreads(1);
  // The file is passed unchanged: ONNX Runtime takes open shapes from the images of each call.
  return {env, file.bytes.data(), file.bytes.size(), options};
}

template <typename Number>
Batch as_floats(const Ort::Value& output, Eigen::Index rows, Eigen::Index columns) {
  using Numbers = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Numbers>(output.GetTensorData<Number>(), rows, columns).template cast<float>();
}

class OnnxRuntimeNetwork final : public OnnxNetwork {
 public:
  OnnxRuntimeNetwork(const OnnxFile& file, std::int64_t batch, const std::vector<std::int64_t>& sides,
                     const std::string& output)
      : session_(opened(file)),
        memory_(Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault)),
        input_(file.input),
        output_(output) {
    sides_ = {batch};
    sides_.insert(sides_.end(), sides.begin(), sides.end());
  }

  Batch run(const Batch& values) override {
    try {
      // ONNX Runtime does not write to its inputs.
      const Ort::Value input =
          Ort::Value::CreateTensor(memory_, const_cast<float*>(values.data()),
                                   static_cast<std::size_t>(values.size()), sides_.data(), sides_.size());
      const char* const input_name = input_.c_str();
      const char* const output_name = output_.c_str();
      const auto outputs = session_.Run(Ort::RunOptions{nullptr}, &input_name, &input, 1, &output_name, 1);
      return scores_in(outputs.front());
    } catch (const Ort::Exception& error) {
      throw VictimError(reason(error));
    }
  }

 private:
  Batch scores_in(const Ort::Value& output) const {
    if (output.IsTensor()) {
      const auto info = output.GetTensorTypeAndShapeInfo();
      const auto sides = info.GetShape();
      const std::int64_t rows = sides_.front();
      const Eigen::Index columns = output_columns(static_cast<Eigen::Index>(info.GetElementCount()),
                                                  sides.empty() ? 1 : sides.front(), rows);
      switch (info.GetElementType()) {
        case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT:
          return as_floats<float>(output, rows, columns);
        case ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE:
          return as_floats<double>(output, rows, columns);
        case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16:
          return as_floats<Eigen::half>(output, rows, columns);
        // Converts integer outputs, which models that return classes have.
        case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32:
          return as_floats<std::int32_t>(output, rows, columns);
        case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64:
          return as_floats<std::int64_t>(output, rows, columns);
        default:
          break;
      }
    }
    throw VictimError(fmt::format(
        "the output '{}' is not a tensor of FLOAT, DOUBLE, FLOAT16, INT32 or INT64; name another (--output)",
        printable(output_)));
  }

  Ort::Session session_;
  Ort::MemoryInfo memory_;
  std::string input_, output_;
  std::vector<std::int64_t> sides_;
};

}  // namespace

std::unique_ptr<OnnxNetwork> make_onnx_network(const OnnxFile& file, std::int64_t batch,
                                               const std::vector<std::int64_t>& sides,
                                               const std::string& output) {
  try {
    return std::make_unique<OnnxRuntimeNetwork>(file, batch, sides, output);
  } catch (const Ort::Exception& error) {
    throw VictimError(reason(error));
  }
}

std::string onnx_library() {
  return "ONNX Runtime " + runtime_version();
}

}  // namespace bora::models
