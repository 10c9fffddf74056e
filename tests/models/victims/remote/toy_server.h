// Server of a small model, and queries to it, for tests of victims on servers.
#pragma once

#include <string>

#include "models/victims/remote/fake_server.h"
#include "models/victims/remote/server_victim.h"

namespace bora::models::server_victim_test {

using testing::FakeKserve;
using testing::FakeRequest;
using testing::FakeServer;
using testing::http;

inline constexpr ImageShape kShape{1, 4, 4};

/// Returns `rows` images whose values rise from 0 to 1.
inline Batch ramp(int rows) {
  Batch images(rows, kShape.size());
  for (Eigen::Index i = 0; i < images.size(); ++i)
    images.data()[i] = static_cast<float>(i) / static_cast<float>(images.size());
  return images;
}

/// Returns five scores for each image.
inline Batch five(const Batch& images) {
  return (images.leftCols(5).array() * 3 - 1).matrix();
}

/// Returns a server of the model five().
inline FakeKserve toy() {
  FakeKserve toy;
  toy.model = five;
  return toy;
}

/// Returns the options of a victim at this address of the server.
inline VictimOptions at(const FakeServer& server, const std::string& path = "/v2/models/toy") {
  VictimOptions options;
  options.address = server.url(path);
  options.data_shape = kShape;
  options.chunk = 4;
  options.endpoint.timeout = 20;
  return options;
}

inline bool is_question(const FakeRequest& request) {
  return request.path.ends_with("/infer");
}

/// Number of requests for the two queries of the probes.
inline constexpr int kProbes = 2;

/// Returns the error of a query of `rows` images, or "no failure".
inline std::string failure(Victim& victim, int rows = 4) {
  try {
    victim.scores(ramp(rows));
  } catch (const VictimError& error) {
    return error.what();
  }
  return "no failure";
}

}  // namespace bora::models::server_victim_test
