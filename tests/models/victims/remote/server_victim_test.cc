#include "models/victims/remote/server_victim.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "models/victims/remote/expect_interrupted.h"
#include "models/victims/remote/toy_server.h"
#include "support/input_error.h"

namespace bora::models::server_victim_test {
namespace {

TEST(ServerVictim, ReturnsTheScoresOfTheServer) {
  for (const bool binary : {false, true}) {
    FakeKserve model = toy();
    model.binary = binary;
    std::atomic<int> binaries = 0;
    model.before = [&](const FakeRequest& request) {
      binaries += request.headers.contains("inference-header-content-length") ? 1 : 0;
      return std::string();
    };
    const FakeServer server(model.handler());
    for (const int concurrency : {1, 4}) {
      VictimOptions options = at(server);
      options.endpoint.concurrency = concurrency;
      const auto victim = load_server(options, ramp(4));
      EXPECT_EQ(victim->spec().classes, 5);
      EXPECT_EQ(victim->spec().input, kShape);
      EXPECT_EQ(victim->scores(ramp(30)).values, five(ramp(30)));
    }
    EXPECT_EQ(binaries > 0, binary);
  }
}

TEST(ServerVictim, WaitsCanBeInterrupted) {
  std::atomic<bool> stop = false, hangs = false;
  FakeKserve model = toy();
  model.before = [&](const FakeRequest& request) {
    while (hangs && is_question(request)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return std::string();
  };
  const FakeServer server(model.handler());
  VictimOptions options = at(server);
  options.endpoint.stop = &stop;
  options.endpoint.timeout = testing::kNever;
  const auto victim = load_server(options, ramp(4));
  hangs = true;
  testing::expect_interrupted(*victim, ramp(4), stop);
  hangs = false;
  EXPECT_EQ(victim->scores(ramp(4)).values, five(ramp(4))) << "it answers at once though the run is to end";
}

TEST(ServerVictim, MayTakeAFixedNumberOfImages) {
  FakeKserve model = toy();
  model.sides = {4, 1, 4, 4};
  model.before = [](const FakeRequest& request) {
    const bool whole = request.body.find("\"shape\":[4,") != std::string::npos;
    return request.path.ends_with("/infer") && !whole ? http(400, R"({"error": "expected batch 4"})") : "";
  };
  const FakeServer server(model.handler());
  const auto victim = load_server(at(server), ramp(4));
  EXPECT_EQ(victim->scores(ramp(30)).values, five(ramp(30)));
  EXPECT_EQ(victim->passes(), std::vector<int>(30, 1));
}

TEST(ServerVictim, MayDeclareNoShape) {
  FakeKserve model = toy();
  model.sides = {};
  const FakeServer server(model.handler());
  const auto victim = load_server(at(server), ramp(4));
  EXPECT_EQ(victim->scores(ramp(30)).values, five(ramp(30)));
}

TEST(ServerVictim, MayGiveItsBestClassesOnly) {
  for (const bool binary : {false, true}) {
    FakeKserve model = toy();
    model.top = 2;
    model.binary = binary;
    const FakeServer server(model.handler());
    VictimOptions options = at(server);
    options.top_labels = "indices";
    options.classes = 5;
    const auto victim = load_server(options, ramp(4));
    EXPECT_EQ(victim->spec().top, 2);
    EXPECT_EQ(victim->spec().classes, 5);
    Batch expected = five(ramp(9));  // scores that rise with the class
    expected.leftCols(3).setConstant(kHidden);
    EXPECT_EQ(victim->scores(ramp(9)).values, expected);
    EXPECT_EQ(victim->labels(ramp(2)), std::vector<int>(2, 4));
  }
}

TEST(ServerVictim, IdentifiesItsModel) {
  const FakeServer server(toy().handler());
  EXPECT_EQ(server_model(at(server)), "toy, fake, version 3");
}

TEST(ServerVictim, RetriesTransientFailures) {
  std::atomic<int> asked = 0;
  FakeKserve model = toy();
  model.before = [&](const FakeRequest& request) {
    if (!is_question(request)) return std::string();
    const int number = asked++;
    if (number == kProbes) return http(500, R"({"error": "CUDA out of memory"})");
    if (number == kProbes + 1) return http(429, "", {"Retry-After: 0.01"});
    if (number == kProbes + 2) return http(408, "", {"Retry-After: 0.01"});
    return std::string();
  };
  const FakeServer server(model.handler());
  const auto victim = load_server(at(server), ramp(4));
  EXPECT_EQ(victim->scores(ramp(8)).values, five(ramp(8)));
  EXPECT_EQ(victim->passes(), (std::vector<int>{4, 4, 4, 4, 1, 1, 1, 1}));
}

// A server that replaces its model, or has replicas of two versions, would give answers of two models.
TEST(ServerVictim, RefusesAnswersOfAnotherVersionOfTheModel) {
  std::string version = "1";
  FakeKserve model = toy();
  model.before = [&](const FakeRequest& request) {
    if (!is_question(request)) return std::string();
    return http(200, R"({"model_version": ")" + version +
                         R"(", "outputs": [{"name": "scores", "datatype": "FP32", "shape": [1, 5],)"
                         R"( "data": [1, 2, 3, 4, 5]}]})");
  };
  const FakeServer server(model.handler());
  VictimOptions options = at(server);
  options.chunk = 1;
  const auto victim = load_server(options, ramp(4));
  EXPECT_EQ(victim->scores(ramp(1)).values.cols(), 5);
  version = "";
  EXPECT_EQ(victim->scores(ramp(1)).values.cols(), 5);
  version = "2";
  try {
    victim->scores(ramp(1));
    ADD_FAILURE() << "it was accepted";
  } catch (const VictimRefusal& refusal) {
    EXPECT_STREQ(refusal.what(),
                 "version 2 of the model answers, where version 1 did before; one run attacks one model");
  }
}

TEST(ServerVictim, StatesTheVersionThatAnswersAndRefusesAnotherThanThatOfAnEarlierProcess) {
  FakeKserve model = toy();
  model.before = [&](const FakeRequest& request) {
    if (!is_question(request)) return std::string();
    return http(200, R"({"model_version": "2", "outputs": [{"name": "scores", "datatype": "FP32",)"
                     R"( "shape": [1, 5], "data": [1, 2, 3, 4, 5]}]})");
  };
  const FakeServer server(model.handler());
  VictimOptions options = at(server);
  options.chunk = 1;
  EXPECT_EQ(load_server(options, ramp(1))->spec().model_version, "2");
  options.endpoint.model_version = "2";
  EXPECT_EQ(load_server(options, ramp(1))->spec().model_version, "2");
  options.endpoint.model_version = "1";
  const std::string why = testing::input_error([&] { load_server(options, ramp(1)); });
  EXPECT_NE(why.find("version 2 of the model answers, where version 1 did before"), std::string::npos) << why;
  EXPECT_EQ(why.find("--input-shape"), std::string::npos) << why;
}

// The scores are 1, 0.5, -2 and the largest and smallest half, in JSON and as halves; and 1, 0.5, -2, 3 and 0
// as bfloat16.
TEST(ServerVictim, ReadsScoresOfHalfPrecision) {
  const auto sent = [](const std::string& type, const std::string& bytes) {
    const std::string json = R"({"outputs": [{"name": "scores", "datatype": ")" + type +
                             R"(", "shape": [1, 5], "parameters": {"binary_data_size": 10}}]})";
    return http(200, json + bytes, {"Inference-Header-Content-Length: " + std::to_string(json.size())});
  };
  using std::string_literals::operator""s;
  const std::vector<float> halves{1, 0.5F, -2, 65504, 5.9604645e-8F}, bfloats{1, 0.5F, -2, 3, 0};
  const std::pair<std::string, std::vector<float>> cases[] = {
      {http(200, R"({"outputs": [{"name": "scores", "datatype": "FP16", "shape": [1, 5],)"
                 R"( "data": [1, 0.5, -2, 65504, 5.9604645e-8]}]})"),
       halves},
      {sent("FP16", "\x00\x3c\x00\x38\x00\xc0\xff\x7b\x01\x00"s), halves},
      {sent("BF16", "\x80\x3f\x00\x3f\x00\xc0\x40\x40\x00\x00"s), bfloats}};
  for (const auto& [answer, expected] : cases) {
    std::atomic<int> asked = 0;
    FakeKserve model = toy();
    model.before = [&, said = answer](const FakeRequest& request) {
      return is_question(request) && asked++ >= kProbes ? said : std::string();
    };
    const FakeServer server(model.handler());
    const auto victim = load_server(at(server), ramp(4));
    const Batch given = victim->scores(ramp(1)).values;
    EXPECT_EQ(std::vector<float>(given.data(), given.data() + given.size()), expected);
  }
}

TEST(ServerVictim, ObeysTheRateLimit) {
  const FakeServer server(toy().handler());
  VictimOptions options = at(server);
  options.endpoint.rate = 200;
  options.endpoint.concurrency = 4;
  const auto victim = load_server(options, ramp(4));
  const auto begun = std::chrono::steady_clock::now();
  victim->scores(ramp(40));
  // The last four are sent after the time of 36 others. This lower bound holds on any machine.
  EXPECT_GE(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(), 36 / 200.0);
}

TEST(ServerVictim, SendsHeadersWithEnvironmentVariables) {
  ::setenv("BORA_TEST_TOKEN", "abc", 1);
  std::atomic<int> right = 0, wrong = 0;
  FakeKserve model = toy();
  model.before = [&](const FakeRequest& request) {
    const auto found = request.headers.find("authorization");
    (found != request.headers.end() && found->second == "Bearer abc" ? right : wrong)++;
    return std::string();
  };
  const FakeServer server(model.handler());
  VictimOptions options = at(server);
  options.endpoint.headers = {"Authorization: Bearer ${BORA_TEST_TOKEN}"};
  load_server(options, ramp(4));
  EXPECT_GT(right, 0);
  EXPECT_EQ(wrong, 0);
  options.endpoint.headers = {"Authorization: Bearer ${BORA_TEST_NOTHING}"};
  EXPECT_NE(testing::input_error([&] { load_server(options); }).find("no variable 'BORA_TEST_NOTHING'"),
            std::string::npos);
  options.endpoint.headers = {"Authorization: Bearer abc"};
  const std::string why = testing::input_error([&] { load_server(options); });
  EXPECT_NE(why.find("would be stored with the run"), std::string::npos) << why;
  EXPECT_EQ(why.find("abc"), std::string::npos);
  for (const char* header : {"X-Auth: abc", "X-Password: abc", "X-Amz-Credential: abc", "Session-Id: abc"}) {
    options.endpoint.headers = {header};
    EXPECT_NE(testing::input_error([&] { load_server(options); }).find("would be stored"), std::string::npos)
        << header;
  }
}

}  // namespace
}  // namespace bora::models::server_victim_test
