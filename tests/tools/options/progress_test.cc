#include "tools/options/progress.h"

#include <cstdio>
#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>

namespace bora::tools {
namespace {

// Returns what Progress prints on a stream that is not a terminal.
std::string printed(bool quiet, const std::function<void(Progress&)>& work) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  {
    // The stream has no descriptor, so it is not a terminal.
    Progress progress(quiet, stream);
    work(progress);
  }
  std::fclose(stream);
  const std::string out(text, size);
  std::free(text);
  return out;
}

TEST(Progress, SaysHowMuchIsDoneAndHowLongTheRestTakes) {
  EXPECT_EQ(printed(false, [](Progress& p) { p.update(0.996, "images", 75); }),
            " 99%  images, 1 min 15 s left\n")
      << "100% is said when it is done";
  EXPECT_EQ(printed(false, [](Progress& p) { p.update(0.25, "images", -1); }), " 25%  images\n");
  EXPECT_EQ(printed(false, [](Progress& p) { p.update(0, "images"); }), "  0%  images\n");
  EXPECT_EQ(printed(false, [](Progress& p) { p.update(0.005, "images"); }), "  0%  images\n")
      << "too little is done to tell the time left";
  EXPECT_EQ(printed(false, [](Progress& p) { p.update(0.9, "images"); }), " 90%  images\n")
      << "a resumed run has not done that in no time";
  EXPECT_EQ(printed(false, [](Progress& p) { p.update(1, "images"); }), "100%  images, 0 s\n");
}

TEST(Progress, OfAFileComesSeldomButTheLastAlways) {
  EXPECT_EQ(printed(false,
                    [](Progress& p) {
                      for (const double share : {0.1, 0.2, 0.3}) p.update(share, "images", -1);
                      p.update(1, "images");
                    }),
            " 10%  images\n100%  images, 0 s\n");
}

TEST(Progress, QuietIsButForWarnings) {
  const auto work = [](Progress& p) {
    p.update(0.5, "images");
    p.say("said");
    p.warn("beware");
    p.update(1, "images");
  };
  EXPECT_EQ(printed(true, work), "warning: beware\n");
  EXPECT_NE(printed(false, work).find("said\nwarning: beware\n"), std::string::npos);
}

TEST(Progress, IsDroppedOnAFullDisk) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  std::setvbuf(full, nullptr, _IONBF, 0);
  EXPECT_NO_THROW({
    Progress progress(false, full);
    progress.update(0.5, "images");
    progress.warn("beware");
  });
  std::fclose(full);
}

}  // namespace
}  // namespace bora::tools
