// Checks the saved images of a run with OpenCV alone: every adversarial PNG must be within LEVELS grey levels
// of its original, and differ from it.
//   check_images RUN_FOLDER LEVELS
// Prints "N images, largest difference L". Exits with 1 if an image is out of bounds.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 3) {
    std::cerr << "usage: check_images RUN_FOLDER LEVELS\n";
    return 2;
  }
  const fs::path run = argv[1];
  const double levels = std::stod(argv[2]);
  int images = 0;
  int wrong = 0;
  double largest = 0;
  for (const auto& entry : fs::recursive_directory_iterator(run / "adversarial")) {
    if (!entry.is_regular_file()) continue;
    // recordNNNNN_labelL_toT.png belongs to originals/recordNNNNN_labelL.png.
    const std::string name = entry.path().stem().string();
    const fs::path original_path = run / "originals" / (name.substr(0, name.rfind('_')) + ".png");
    const cv::Mat adversarial = cv::imread(entry.path().string(), cv::IMREAD_UNCHANGED);
    const cv::Mat original = cv::imread(original_path.string(), cv::IMREAD_UNCHANGED);
    if (adversarial.empty() || original.empty() || adversarial.size() != original.size() ||
        adversarial.type() != original.type()) {
      std::cerr << entry.path() << ": cannot be compared with " << original_path << "\n";
      ++wrong;
      continue;
    }
    const double difference = cv::norm(adversarial, original, cv::NORM_INF);
    if (difference > levels || difference == 0) {
      std::cerr << entry.path() << ": differs by " << difference << " levels\n";
      ++wrong;
    }
    largest = std::max(largest, difference);
    ++images;
  }
  std::cout << images << " images, largest difference " << largest << "\n";
  return wrong == 0 && images > 0 ? 0 : 1;
}
