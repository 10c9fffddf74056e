// A minimal victim in C++: it answers requests about images on its standard output by the protocol of
// docs/reference/protocol.md.
//
//   g++ -O2 victim.cc -o victim
//   bo-attack --model 'exec:./victim' --data digits --images 1
//
// Its scores are arbitrary: the mean of each of ten horizontal stripes of the image.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static long field(const char* header, const char* name) {
  const char* found = std::strstr(header, name);
  return found == nullptr ? 0 : std::atol(found + std::strlen(name));
}

int main() {
  char header[65536];
  if (std::fgets(header, sizeof header, stdin) == nullptr) return 1;  // the greeting of bora
  std::printf("{\"bora\": 1, \"name\": \"stripes\", \"kind\": \"logits\", \"classes\": 10}\n");
  std::fflush(stdout);
  while (std::fgets(header, sizeof header, stdin) != nullptr) {
    const long id = field(header, "\"id\": "), rows = field(header, "\"rows\": ");
    const long size = field(header, "\"columns\": ");
    std::vector<float> images(rows * size), scores(rows * 10);
    if (std::fread(images.data(), sizeof(float), images.size(), stdin) != images.size()) return 1;
    for (long row = 0; row < rows; ++row)
      for (long i = 0; i < size; ++i) scores[row * 10 + i * 10 / size] += images[row * size + i] * 100 / size;
    std::printf("{\"id\": %ld, \"rows\": %ld, \"columns\": 10}\n", id, rows);
    std::fwrite(scores.data(), sizeof(float), scores.size(), stdout);
    std::fflush(stdout);
  }
  return 0;
}
