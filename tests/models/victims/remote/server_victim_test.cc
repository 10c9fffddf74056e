#include "models/victims/remote/server_victim.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/victims/remote/expect_interrupted.h"
#include "models/victims/remote/fake_server.h"
#include "support/input_error.h"

namespace bora::models::server_victim_test {
namespace {

using testing::FakeKserve;
using testing::FakeRequest;
using testing::FakeServer;
using testing::http;

constexpr ImageShape kShape{1, 4, 4};

Batch ramp(int rows) {
  Batch images(rows, kShape.size());
  for (Eigen::Index i = 0; i < images.size(); ++i)
    images.data()[i] = static_cast<float>(i) / static_cast<float>(images.size());
  return images;
}

Batch five(const Batch& images) {
  return (images.leftCols(5).array() * 3 - 1).matrix();
}

FakeKserve toy() {
  FakeKserve toy;
  toy.model = five;
  return toy;
}

VictimOptions at(const FakeServer& server, const std::string& path = "/v2/models/toy") {
  VictimOptions options;
  options.address = server.url(path);
  options.data_shape = kShape;
  options.chunk = 4;
  options.endpoint.timeout = 20;
  return options;
}

bool is_question(const FakeRequest& request) {
  return request.path.ends_with("/infer");
}

// Number of requests for the two queries of the probes.
constexpr int kProbes = 2;

std::string failure(Victim& victim, int rows = 4) {
  try {
    victim.scores(ramp(rows));
  } catch (const VictimError& error) {
    return error.what();
  }
  return "no failure";
}

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

TEST(ServerVictim, RefusesBestClassesInOneLine) {
  FakeKserve model = toy();
  model.top = 2;
  const FakeServer server(model.handler());
  const auto says = [&](const std::string& output, const std::string& labels, int classes, const char* part) {
    VictimOptions options = at(server);
    options.output = output;
    options.top_labels = labels;
    if (classes > 0) options.classes = classes;
    const std::string why = testing::input_error([&] { load_server(options, ramp(4)); });
    EXPECT_NE(why.find(part), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  };
  says("", "indices", 0, "its number of classes must be stated (classes)");
  says("", "labels", 5, "has no output 'labels'");
  says("scores", "scores", 5, "output must name the scores");
  says("indices", "scores", 5, "its output 'scores' is of type FP32, expected INT32 or INT64");
  says("", "indices", 4, "gave the class 4 among the best, expected 0 to 3");
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

TEST(ServerVictim, QuotesTheServersMessage) {
  std::atomic<int> asked = 0;
  FakeKserve model = toy();
  model.before = [&](const FakeRequest& request) {
    return is_question(request) && asked++ >= kProbes ? http(503, R"({"error": "no worker\nline"})")
                                                      : std::string();
  };
  const FakeServer server(model.handler());
  VictimOptions options = at(server);
  options.endpoint.retries = 1;
  const auto victim = load_server(options, ramp(4));
  const std::string why = failure(*victim);
  EXPECT_NE(why.find("answers with status 503: no worker"), std::string::npos) << why;
  EXPECT_NE(why.find("sent 2 times"), std::string::npos) << why;
  EXPECT_EQ(why.find('\n'), std::string::npos);
  EXPECT_EQ(victim->passes(), std::vector<int>(4, 2));
}

TEST(ServerVictim, NamesWhatIsWrongWithAnAnswer) {
  const std::pair<std::string, const char*> cases[] = {
      {http(200, "<html>"), "its answer is not a JSON object but '<html>'"},
      {http(200, R"({"outputs": [{"name": "scores", "data": [NaN, 1]}]})"),
       "its answer holds NaN for 'data', which is neither a score nor JSON, expected finite numbers"},
      {http(200, R"({"outputs": [{"name": "NaN", "data": [1, -Infinity]}]})"),
       "its answer holds -Infinity for 'data'"},
      {http(200,
            R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 5], "data": [0.5, null]}]})"),
       "answers with null among the values of 'scores', expected finite numbers"},
      {http(200,
            R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 5], "data": ["NaN"]}]})"),
       "answers with \"NaN\" among the values of 'scores', expected finite numbers"},
      {http(200, "{}"), "answers without outputs"},
      {http(200, R"({"outputs": [{"name": "scores", "shape": )" + std::string(200'000, '[') +
                     std::string(200'000, ']') + "}]}"),
       "its answer nests deeper than 200 levels"},
      {http(200, R"({"error": "quota exceeded"})"), "answers without outputs: quota exceeded"},
      {http(200, "\x1f\x8b\x08", {"Content-Encoding: gzip"}), "answers compressed ('gzip')"},
      {http(200,
            R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 5], "data": ["0.25", 1]}]})"),
       "answers with \"0.25\" among the values of 'scores', expected finite numbers"},
      {http(200, R"({"outputs": [{"name": "other", "datatype": "FP32", "shape": [4, 5], "data": []}]})"),
       "answers without the output 'scores'"},
      {http(200, R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [3, 5], "data": []}]})"),
       "answers with the shape [3,5] to 4 inputs"},
      {http(200, R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 5], "data": [1]}]})"),
       "answers with 1 value, its shape states 20"},
      {http(200, R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 5], "data": )" +
                     std::string(1000000, '[') + std::string(1000000, ']') + "}]}"),
       "its answer nests deeper than 200 levels"},
      {http(200,
            R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 9000000], "data": [1]}]})"),
       "answers with the shape"},
      {http(200, R"({"outputs": [{"name": "scores", "datatype": "BYTES", "shape": [4, 5], "data": [1]}]})"),
       "values of type 'BYTES'"},
      {http(200, "{}xxxx", {"Inference-Header-Content-Length: 900"}),
       "states that '900' of its 6 bytes are JSON"},
      {http(
           200,
           R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 5], "parameters": {"binary_data_size": 80}}]})"
           "abc",
           {"Inference-Header-Content-Length: 110"}),
       "states 80 bytes of values and sends 3"},
      {http(302, "", {"Location: file:///etc/passwd"}),
       "redirects to 'file:///etc/passwd' (status 302), which is not followed"},
      {http(400, R"({"error": "bad shape"})"), "answers with status 400: bad shape"},
  };
  for (const auto& [answer, part] : cases) {
    std::atomic<int> asked = 0;
    FakeKserve model = toy();
    model.before = [&, sent = answer](const FakeRequest& request) {
      return is_question(request) && asked++ >= kProbes ? sent : std::string();
    };
    const FakeServer server(model.handler());
    VictimOptions options = at(server);
    options.endpoint.retries = 0;
    const auto victim = load_server(options, ramp(4));
    const std::string why = failure(*victim);
    EXPECT_NE(why.find(part), std::string::npos) << part << " is missing in: " << why;
  }
}

TEST(ServerVictim, DistinguishesRefusalsFromTransientFailures) {
  const std::pair<int, bool> cases[] = {{400, true}, {403, true}, {408, false}, {429, false}, {503, false}};
  for (const auto& [status, refused] : cases) {
    std::atomic<int> asked = 0;
    FakeKserve model = toy();
    model.before = [&, sent = http(status, "")](const FakeRequest& request) {
      return is_question(request) && asked++ >= kProbes ? sent : std::string();
    };
    const FakeServer server(model.handler());
    VictimOptions options = at(server);
    options.endpoint.retries = 0;
    const auto victim = load_server(options, ramp(4));
    try {
      victim->scores(ramp(1));
      ADD_FAILURE() << status;
    } catch (const VictimError& error) {
      EXPECT_EQ(dynamic_cast<const VictimRefusal*>(&error) != nullptr, refused) << status;
    }
  }
}

// An answer that breaks the protocol would do so with other images, too.
TEST(ServerVictim, BlamesTheImagesOnlyForErrorsThatTheyMayCause) {
  const std::pair<std::string, bool> cases[] = {
      {http(200, "<html>"), false},
      {http(200, R"({"outputs": []})"), false},
      {http(200, R"({"outputs": [{"name": "other", "datatype": "FP32", "shape": [4, 5], "data": []}]})"),
       false},
      {http(200, R"({"outputs": [{"name": "scores", "datatype": "BYTES", "shape": [4, 5], "data": []}]})"),
       false},
      {http(200, R"({"error": "bad shape"})"), true},
      {http(400, R"({"error": "bad shape"})"), true},
  };
  for (const auto& [answer, blamed] : cases) {
    FakeKserve model = toy();
    model.before = [&, sent = answer](const FakeRequest& request) {
      return is_question(request) ? sent : std::string();
    };
    const FakeServer server(model.handler());
    VictimOptions options = at(server);
    options.endpoint.retries = 0;
    const std::string why = testing::input_error([&] { load_server(options, ramp(4)); });
    EXPECT_EQ(why.find("input-shape") != std::string::npos, blamed) << why;
  }
}

// Tests an answer that would fill the memory, endless headers, and a body that arrives too slowly.
TEST(ServerVictim, LimitsSizeAndTimeOfAnswers) {
  enum class Flood { body, headers, trickle };
  for (const Flood flood : {Flood::body, Flood::headers, Flood::trickle}) {
    std::atomic<int> asked = 0;
    std::atomic<std::size_t> sent = 0;
    const auto good = toy().handler();
    const FakeServer server([&](const FakeRequest& request, const FakeServer::Send& send) {
      if (!is_question(request) || asked++ < kProbes) return good(request, send);
      const auto go = [&](const std::string& bytes) {
        sent += bytes.size();
        return send(bytes);
      };
      const std::string block(1 << 16, ' ');
      go(flood == Flood::headers ? "HTTP/1.1 200 OK\r\nX: "
                                 : "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n");
      while (go(flood == Flood::trickle ? " " : block))
        if (flood == Flood::trickle) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return false;
    });
    VictimOptions options = at(server);
    options.endpoint.retries = 0;
    if (flood == Flood::trickle) options.endpoint.timeout = 0.6;
    const auto victim = load_server(options, ramp(4));
    const std::string why = failure(*victim);
    EXPECT_NE(why, "no failure");
    EXPECT_EQ(why.find('\n'), std::string::npos);
    EXPECT_LT(sent, std::size_t{1} << 26) << why;
  }
}

TEST(ServerVictim, RefusesUnsuitableModelsAndAddresses) {
  const FakeServer server(toy().handler());
  const auto refusal = [&](const VictimOptions& options) {
    return testing::input_error([&] { load_server(options, ramp(4)); });
  };
  const auto expect = [&](const VictimOptions& options, const char* part) {
    const std::string why = refusal(options);
    EXPECT_NE(why.find(part), std::string::npos) << why;
  };
  expect(at(server, "/v2/models/none"), "status 404: no such model; an endpoint without KServe's");
  expect(at(server, "/models/toy"), "expected http://HOST:PORT/v2/models/NAME");
  expect(at(server, "/models/toy"), "(exec:COMMAND)");
  expect(at(server, "/v2/models/toy?key=secret"), "expected http://HOST:PORT/v2/models/NAME");
  VictimOptions with_password = at(server);
  with_password.address.insert(7, "me:secret@");
  expect(with_password, "use a header");
  EXPECT_EQ(refusal(with_password).find("secret"), std::string::npos);
  VictimOptions other = at(server);
  other.data_shape = ImageShape{3, 4, 4};
  expect(other, "takes images of 1x4x4, the data are 3x4x4; resize, crop and channels change them");
  other.data_shape = ImageShape{4, 1, 4};
  expect(other, "the data are 4x1x4; if its channels come last, state that (layout=nhwc)");
  VictimOptions output = at(server);
  output.output = "logits";
  expect(output, "has no output 'logits'");
}

TEST(ServerVictim, RefusesContradictionsToTheDeclaredShapes) {
  const auto refusal = [](const FakeKserve& model, const ImageShape& images) {
    const FakeServer server(model.handler());
    VictimOptions options = at(server);
    options.data_shape = images;
    options.input = images;
    return testing::input_error_or_accepted([&] { load_server(options, ramp(4)); });
  };
  FakeKserve model = toy();
  for (const std::vector<int>& right : std::vector<std::vector<int>>{{-1, 5}, {-1, -1}, {-1}, {5}}) {
    model.declared = right;
    EXPECT_EQ(refusal(model, kShape), "accepted");
  }
  for (const std::vector<int>& wrong : std::vector<std::vector<int>>{{-1, 3}, {-1, 5, 2}}) {
    model.declared = wrong;
    EXPECT_NE(refusal(model, kShape).find("for each image and gives 5"), std::string::npos)
        << refusal(model, kShape);
  }
  model = toy();
  model.sides = {4097, 1, 4, 4};
  EXPECT_NE(refusal(model, kShape).find("takes 4097 images a call, expected at most 4096"), std::string::npos)
      << refusal(model, kShape);
  model.sides = {-1, 4, 4, 1};  // the same number of values, in another order
  EXPECT_NE(refusal(model, kShape).find("layout"), std::string::npos) << refusal(model, kShape);
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
