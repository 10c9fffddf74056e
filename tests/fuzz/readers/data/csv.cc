// CSV files: a list of labelled files, and a map of classes.
#include "data/files/csv_table.h"
#include "data/files/labelled_list.h"
#include "data/images/class_map.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

ImageDataset two_images() {
  ImageDataset dataset;
  dataset.shape = {1, 1, 1};
  dataset.pixels = {1, 2};
  dataset.labels = {0, 1};
  dataset.records = {0, 1};
  dataset.class_names = {"cat", "dog"};
  dataset.classes = 2;
  dataset.source = "memory";
  return dataset;
}

const Registration csv({"csv",
                        [](std::string_view bytes) {
                          CsvReader reader(std::string(bytes), "table.csv", true);
                          while (reader.next())
                            for (const std::string& field : reader.fields()) csv_field(field);
                          const auto path = file_of("labels.csv", bytes);
                          if (reader.column({"file", "class"}) < reader.column({"label"}))
                            read_labelled_list(folder());
                          else
                            check(with_class_map(two_images(), path));
                        },
                        [] {
                          file_of("a b.png", "");
                          return std::vector<std::string>{
                              "\357\273\277file,label,note\n\"a b.png\",3,\"x\"\"y\"\n",
                              "label,class\r\ncat,4\r\ndog,\r\n"};
                        }});

}  // namespace
}  // namespace bora::fuzz
