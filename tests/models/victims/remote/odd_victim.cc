// Victim with the process protocol that misbehaves according to MODE: odd_victim MODE [FILE]. The scores of
// an image are its first five values. In the mode top-2, the best classes are 3 and 1, with scores of 0.6 and
// 0.3.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

static long field(const char* header, const char* name) {
  const char* found = std::strstr(header, name);
  return found == nullptr ? 0 : std::atol(found + std::strlen(name));
}

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "good";
  // The first process creates the file, and a restarted one finds it: some modes fail only in the first
  // process.
  bool first = true;
  if (argc > 2) {
    first = !std::ifstream(argv[2]).good();
    std::ofstream(argv[2]) << getpid();
  }
  const bool best = mode.rfind("top", 0) == 0;
  char header[65536];
  if (std::fgets(header, sizeof header, stdin) == nullptr) return 1;
  if (mode == "old") std::printf("{\"bora\": 7}\n");
  if (mode == "nobody") std::printf("{\"name\": \"x\"}\n");
  if (mode == "huge-classes") std::printf("{\"bora\": 1, \"classes\": 1e999}\n");
  if (mode == "chatter") std::printf("loading weights\n");
  if (mode == "labels")
    std::printf("{\"bora\": 1, \"kind\": \"labels\", \"classes\": 5}\n");
  else if (best)
    std::printf("{\"bora\": 1, \"top\": %d%s}\n",
                mode == "top-many"   ? 6
                : mode == "top-none" ? 0
                                     : 2,
                mode == "top-unsaid" ? "" : ", \"classes\": 5");
  else
    std::printf("{\"bora\": 1, \"name\": \"odd\", \"version\": \"2\"}\n");
  std::fflush(stdout);
  for (long number = 0; std::fgets(header, sizeof header, stdin) != nullptr; ++number) {
    const long id = field(header, "\"id\": "), rows = field(header, "\"rows\": ");
    const long size = field(header, "\"columns\": ");
    std::vector<float> images(rows * size), scores;
    if (std::fread(images.data(), sizeof(float), images.size(), stdin) != images.size()) return 1;
    const bool now = number >= 2 && first;  // the first two requests are the probes
    if (mode == "crash" && now) {
      std::fprintf(stderr, "first line\nout of memory\n");
      return 3;
    }
    if (mode == "hang" && now) sleep(600);
    if ((mode == "error" && now) || mode.ends_with("Error")) {
      std::printf("{\"id\": %ld, \"error\": \"%s: odd\"}\n", id,
                  mode == "error" ? "ValueError" : mode.c_str());
      std::fflush(stdout);
      continue;
    }
    long columns = best && !(mode == "top-columns" && now) ? 4 : 5;
    if (mode == "labels") columns = 1;
    for (long row = 0; row < rows; ++row)
      for (long i = 0; i < columns; ++i)
        scores.push_back(mode == "labels" ? static_cast<float>(row % 5)
                         : best           ? std::vector<float>{0.6F, 0.3F, 3, 1, 0}[i]
                                          : images[row * size + i]);
    if (mode == "top-range" && now) scores[2] = 5;
    if (mode == "top-part" && now) scores[2] = 0.5F;
    if (mode == "top-twice" && now) scores[3] = 3;
    if (mode == "top-rising" && now) scores[1] = 0.7F;
    if (mode == "top-nan" && now) scores[1] = std::numeric_limits<float>::quiet_NaN();
    if (mode == "nan" && now) scores[0] = std::numeric_limits<float>::quiet_NaN();
    if (mode == "random") scores[0] = static_cast<float>(number);
    if ((mode == "nan-rows" || mode == "null-rows") && now) {
      std::printf("{\"id\": %ld, \"rows\": %s, \"columns\": 5}\n", id, mode == "nan-rows" ? "NaN" : "null");
      std::fflush(stdout);
      continue;
    }
    if (mode == "babble") std::printf("epoch 1\n");
    if (mode == "endless" && now)
      for (;;) std::fputc('x', stdout);
    const long told_id = mode == "other" && now ? id + 1 : id;
    const long told_rows = mode == "rows" && now ? rows + 1 : rows;
    const long told_columns = mode == "huge" && now ? 1L << 40 : columns;
    std::printf("{\"id\": %ld, \"rows\": %ld, \"columns\": %ld}\n", told_id, told_rows, told_columns);
    std::fwrite(scores.data(), sizeof(float), scores.size() / (mode == "half" && now ? 2 : 1), stdout);
    std::fflush(stdout);
    if (mode == "half" && now) return 0;
  }
  return 0;
}
