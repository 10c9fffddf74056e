#include "data/files/labelled_list.h"

#include <gtest/gtest.h>

#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data::labelled_list_test {
namespace {

using testing::expect_input_error;
using testing::write_text;

// Folder with the files a.png to d.png.
class LabelledList : public ::testing::Test {
 protected:
  LabelledList() {
    for (const char* name : {"a.png", "b.png", "c.png", "d.png"}) write_text(folder_ / name, "");
  }
  std::vector<LabelledFile> list(const std::string& text) const {
    write_text(folder_ / "labels.csv", text);
    return read_labelled_list(folder_.path());
  }
  testing::TemporaryFolder folder_;
};

std::vector<std::string> names_of(const std::vector<LabelledFile>& files, Part part) {
  std::vector<std::string> names;
  for (const LabelledFile& file : files_of(files, part, "folder")) names.push_back(file.name);
  return names;
}

TEST_F(LabelledList, ChoosesTheFilesOfAPart) {
  using Names = std::vector<std::string>;
  const auto files =
      list("split,file,label\ntrain,a.png,3\n Val ,b.png,2\ntest,c.png,1\nTraining_Set,d.png,0\n");
  EXPECT_EQ(names_of(files, Part::train), (Names{"a.png", "d.png"}));
  EXPECT_EQ(names_of(files, Part::test), Names{"c.png"});
  EXPECT_EQ(names_of(files, Part::all), (Names{"a.png", "b.png", "c.png", "d.png"}));
  const auto validation = list("file,label,split\na.png,3,train\nb.png,2,dev\n");
  EXPECT_EQ(names_of(validation, Part::test), Names{"b.png"}) << "there is no test part";
  const auto without_parts = list("file,label\na.png,3\n");
  EXPECT_EQ(names_of(without_parts, Part::test), Names{"a.png"});
  expect_input_error([&] { names_of(without_parts, Part::train); },
                     "folder: has no train part: all its files are for testing");
  const auto for_training = list("file,label,split\na.png,3,train\n");
  expect_input_error([&] { names_of(for_training, Part::test); }, "has no test part", "--part train");
  const auto for_testing = list("file,label,split\na.png,3,test\n");
  expect_input_error([&] { names_of(for_testing, Part::train); },
                     "has no train part: no row of labels.csv has the split train");
}

TEST_F(LabelledList, NotesThatSomeFilesAreNotOfThePart) {
  EXPECT_EQ(note_on_part(3, 3, Part::test), "");
  EXPECT_EQ(note_on_part(2, 3, Part::test),
            "2 of 3 files are the test part, by the column split of labels.csv");
  EXPECT_EQ(note_on_part(2, 3, Part::train),
            "2 of 3 files are the train part, by the column split of labels.csv");
}

TEST_F(LabelledList, RefusesNamesOfNoPart) {
  for (const std::string split : {"2", "", "masks"})
    expect_input_error([&] { list("file,label,split\na.png,3,train\nb.png,3," + split + "\n"); },
                       "labels.csv:3: split: '" + split + "', expected train, test or val");
}

TEST_F(LabelledList, NeedsAHeaderWithBothColumns) {
  expect_input_error([&] { list("a.png,3\n"); }, "labels.csv:1",
                     "no column 'file' in the header 'a.png,3', expected file,label");
  expect_input_error([&] { list("file,class\na.png,3\n"); }, "labels.csv:1", "no column 'label'");
  expect_input_error([&] { list("file;label\na.png;3\n"); }, "no column 'file' in the header 'file;label'");
  EXPECT_EQ(list("file , label\na.png, 3 \n")[0].label, 3) << "blanks do not matter";
  expect_input_error([&] { list("file,label\n"); }, "labels.csv", "no files");
  expect_input_error([&] { list(""); }, "labels.csv", "no files");
  EXPECT_EQ(list("file,label\na.png,3")[0].label, 3);
  // Spreadsheet programs put a byte order mark before the first column's name.
  EXPECT_EQ(list("\xef\xbb\xbf"
                 "file,label\na.png,3")[0]
                .label,
            3);
}

TEST_F(LabelledList, NeedsALabelThatIsANumber) {
  for (const std::string label : {"cat", "", "-1", "3.5", "3 4", "99999999999", "0x3"})
    expect_input_error([&] { list("file,label\na.png," + label + "\n"); }, "labels.csv:2", "'" + label + "'",
                       "expected a whole number");
  expect_input_error([&] { list("file,label\n\na.png\n"); }, "labels.csv:3", "1 field, expected at least 2");
  expect_input_error([&] { list("file,label\n\"a.png,3\n"); }, "labels.csv:2", "quote");
}

TEST_F(LabelledList, NamesFilesThatExistOnce) {
  expect_input_error([&] { list("file,label\na.png,1\ne.png,2\n"); }, "labels.csv:3",
                     "'e.png' is not a file");
  expect_input_error([&] { list("file,label\n,1\n"); }, "labels.csv:2", "'' is not a file");
  expect_input_error([&] { list("file,label\na\rb\x1b,1\n"); }, "labels.csv:2", "'a?b?' is not a file");
  expect_input_error([&] { list("file,label\na.png,1\na.png,1\n"); }, "labels.csv:3", "a.png", "line 2");
}

}  // namespace
}  // namespace bora::data::labelled_list_test
