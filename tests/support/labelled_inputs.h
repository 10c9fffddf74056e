// Data sets that are made for a test.
#pragma once

#include <string>

#include "support/layers.h"

namespace bora::testing {

/// Returns an ImageDataset or GraphDataset that lacks its `count` inputs only. Their classes are 0, 1, ...,
/// classes - 1, 0, ...
template <typename Dataset>
Dataset labelled_inputs(int count, int classes, const std::string& source) {
  Dataset data;
  data.classes = classes;
  data.source = source;
  for (int i = 0; i < count; ++i) {
    data.labels.push_back(i % classes);
    data.records.push_back(i);
  }
  return data;
}

}  // namespace bora::testing
