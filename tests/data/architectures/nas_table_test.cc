#include "data/architectures/nas_table.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

class NasTableTest : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) {
    const auto path = folder_ / "table";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  NasTable read(const std::string& text, const std::string& dataset = "") {
    return read_nas_table(file(text), dataset);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(NasTableTest, ReadsCsvWithTheColumnAnywhere) {
  const NasTable table = read("index,arch,accuracy\r\n0,\"(0, 1)\",90.5\r\n1,b,\r\n\r\n2,c,NA\n");
  EXPECT_EQ(table.architectures, (std::vector<std::string>{"(0, 1)", "b", "c"}));
  EXPECT_EQ(table.columns, (std::vector<std::string>{"index", "accuracy"}));
  EXPECT_EQ(table.column("accuracy")[0], 90.5);
  EXPECT_TRUE(std::isnan(table.column("accuracy")[1]));
  EXPECT_TRUE(std::isnan(table.column("accuracy")[2])) << "as R writes it";
  EXPECT_TRUE(table.has("index"));
  EXPECT_FALSE(table.has("arch"));
  expect_input_error([&] { table.column("acuracy"); }, "did you mean accuracy");
}

TEST_F(NasTableTest, SkipsAByteOrderMark) {
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "arch,accuracy\na,1\nb,2\n")
                .column("accuracy")[1],
            2);
  EXPECT_EQ(read("\xef\xbb\xbf{\"cifar10\": {\"a\": {\"accuracy\": 3}}}").column("accuracy")[0], 3);
}

TEST_F(NasTableTest, ReadsNasLibsScoresWithAndWithoutTheBenchmarksName) {
  const std::string inner = R"json({
    "cifar10": {"(0)": {"idx": "3", "arch": "(0)", "val_accuracy": 86.5, "params": {"score": 0.5, "time": 1}}},
    "cifar100": {"(1)": {"val_accuracy": 60, "params": {"score": 2}}, "(2)": {"val_accuracy": 61}}})json";
  for (const std::string& text : {inner, "{\"nasbench\": " + inner + "}"}) {
    const NasTable table = read(text);
    EXPECT_EQ(table.architectures, std::vector<std::string>{"(0)"});
    EXPECT_EQ(table.column("val_accuracy"), std::vector<double>{86.5});
    EXPECT_EQ(table.column("params"), std::vector<double>{0.5});
    EXPECT_FALSE(table.has("idx"));
    const NasTable other = read(text, "cifar100");
    EXPECT_EQ(other.architectures.size(), 2u);
    EXPECT_TRUE(std::isnan(other.column("params")[1]));
  }
}

TEST_F(NasTableTest, ReadsNanAndInfinityAsPythonWritesThem) {
  const NasTable table =
      read(R"json({"cifar10": {"NaN": {"a": NaN, "b": -Infinity, "c": {"score": Infinity}, "d": 1}}})json");
  EXPECT_EQ(table.architectures, std::vector<std::string>{"NaN"});
  for (const char* column : {"a", "b", "c"}) EXPECT_TRUE(std::isnan(table.column(column)[0])) << column;
  EXPECT_EQ(table.column("d")[0], 1);
}

TEST_F(NasTableTest, NamesTheDamagedPlace) {
  expect_input_error([&] { read("a,b\n1,2\n"); }, "table:1", "no column arch");
  expect_input_error([&] { read("arch,x\nc,1,2\n"); }, "table:2", "3 fields, expected 2");
  expect_input_error([&] { read("arch,x\nc,1\nd,1x\n"); }, "table:3", "column x", "'1x'");
  expect_input_error([&] { read("arch,x\n\"c,1\n"); }, "table:2");
  expect_input_error([&] { read("arch,x\n"); }, "no architectures");
  expect_input_error([&] { read(""); }, "no column arch");
  expect_input_error([&] { read(R"json({"cifar10": {"(0)": )json"); }, "cut short");
  expect_input_error([&] { read(R"json({"cifar10": {"(0)": {}}})json", "svhn"); },
                     "no data set 'svhn'; it has cifar10");
  expect_input_error([&] { read(R"json({"cifar10": {"(0)": 5}})json"); }, "(0)", "not a JSON object");
  const auto text = [&] { read(R"json({"cifar10": {"(0)": {"a": "92"}}})json"); };
  expect_input_error(text, "a of (0)", "not a number");
  expect_input_error([&] { read("arch,x,x\nc,1,2\n"); }, "table:1", "column 'x' occurs twice");
  expect_input_error([&] { read("arch,x\nc,1\n", "cifar100"); }, "is CSV");
  expect_input_error([&] { read_nas_table(folder_ / "none"); }, "none");
  expect_input_error([&] { read("{\"cifar10\": {\"(0)\": {\"a\": " + std::string(1'000'000, '[')); },
                     "nest too deep");
}

}  // namespace
}  // namespace bora::data
