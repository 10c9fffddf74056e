#include "nas/run/study/motif_source.h"

#include <fstream>

#include <gtest/gtest.h>

#include "report/search/search_words.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

class MotifSource : public ::testing::Test {
 protected:
  // Writes a file with `count` random cells, whose values are their numbers of 3x3 convolutions.
  void write(const std::string& header, int count, const std::string& last = "") const {
    Rng rng(1);
    std::ofstream out(file_);
    out << header << '\n';
    for (int i = 0; i < count; ++i) {
      const Architecture cell = space_->sample(rng);
      out << i << ',' << cell.text() << ',' << space_->statistics(cell)[1] << '\n';
    }
    out << last;
  }
  void refuses(const std::string& what, const std::string& also = "",
               const std::string& values = "value") const {
    testing::expect_input_error([&] { motifs_from(file_, values, space_); }, what, also);
  }
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  std::filesystem::path file_ = folder_ / "results.csv";
  SpacePtr space_ = make_space("nb201");
};

TEST_F(MotifSource, LearnsFromResults) {
  write("trial,cell,value", 150, "151,|none~0|+|none~0|none~1|+|none~0|none~1|none~2|,\n");
  const auto motifs = motifs_from(file_, "value", space_);
  const auto text = report::motifs_text(*motifs, *space_);
  EXPECT_NE(text.find(" of 15,625 architectures have one of "), std::string::npos) << text;
  EXPECT_NE(text.find("nor_conv_3x3"), std::string::npos) << text;
  write("number,arch,c10", 150);
  EXPECT_EQ(motifs_from(file_, "c10", space_)->all()->size(), motifs->all()->size());
}

TEST_F(MotifSource, SaysWhatIsWrong) {
  refuses("cannot be read");
  write("trial,cell,value", 20, "21,|no|,3\n");
  refuses("results.csv:22");
  write("trial,cell,value", 20, "21,x\n");
  refuses("results.csv:22", "2 fields, expected 3");
  write("trial,cell,value", 20, "21,x,many\n");
  refuses("value 'many'", "finite");
  write("trial,cell,value", 20);
  refuses("no column c10", "it has", "c10");
  write("trial,net,value", 20);
  refuses("no column cell or arch or architecture");
  write("\357\273\277cell,trial,value", 0);
  refuses("has 0 architectures");  // the byte order mark is not part of the first column's name
  write("trial,cell,value", 1);
  refuses("1 architectures");
}

}  // namespace
}  // namespace bora::nas
