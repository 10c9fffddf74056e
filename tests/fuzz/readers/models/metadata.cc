// Metadata of a model file, and the images it was trained on.
#include "models/victims/metadata.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration metadata(
    {"metadata",
     [](std::string_view bytes) {
       const auto files = parts(bytes, 2);
       ContentSet::from_bytes(files[1], "images");
       const ModelMetadata read = metadata_from_json(files[0], "bora.json");
       metadata_from_json(to_json(read), "again");
       if (read.input && read.input->size() > 0) {
         InputFormat format;
         format.shape = *read.input;
         format.range = read.range.value_or(ValueRange{});
         complete(format, "model");
       }
     },
     [] {
       return std::vector{
           joined(
               {R"({"format": 1, "input": {"shape": [1, 28, 28], "range": [0, 1], "layout": "nchw"}, "output": {"kind": "logits", "classes": 2, "class_names": ["0", "1"]}, "data": {"source": "digits", "test_fraction": 0.2, "split_seed": 0}, "architecture": "lenet", "test_accuracy": 0.985, "training": {"epochs": 20, "batch": 64, "learning_rate": 0.02, "weight_decay": 1e-3, "seed": 0, "adversarial": 0.1}})",
                "01234567"}),
           std::string(
               R"({"format": 1, "task": "graph", "input": {"features": "label+degree:88", "node_label_count": 3, "attribute_count": 0}})")};
     }});

}  // namespace
}  // namespace bora::fuzz
