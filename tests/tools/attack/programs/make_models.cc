// Writes small TorchScript classifiers that misbehave (models/odd_models.h):
//   make_models FOLDER                  ->  those that need no other model
//   make_models FOLDER GOOD.pt          ->  also those that wrap a classifier of 28x28 grey images
//   make_models FOLDER GRAPHS.pt graphs ->  only those that wrap a classifier of graphs
#include <iostream>
#include <string>

#include "models/odd_models.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::cerr << "usage: make_models FOLDER [GOOD.pt [graphs]]\n";
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  if (argc == 4) {
    bora::models::wrap_graph_classifier(folder, argv[2]);
    return 0;
  }
  bora::models::write_odd_classifiers(folder);
  if (argc == 3) bora::models::wrap_classifier(folder, argv[2]);
  return 0;
}
