// Errors of servers, and models and addresses that are refused.
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/victims/remote/toy_server.h"
#include "support/input_error.h"

namespace bora::models::server_victim_test {
namespace {

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
  says("", "indices", 0, "its number of classes must be stated (--classes)");
  says("", "labels", 5, "has no output 'labels'");
  says("scores", "scores", 5, "output must name the scores");
  says("indices", "scores", 5, "its output 'scores' is of type FP32, expected INT32 or INT64");
  says("", "indices", 4, "gave the class 4 among the best, expected 0 to 3");
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
           R"({"outputs": [{"name": "scores", "datatype": "FP32", "shape": [4, 5], "parameters": {"binary_data_size": 80}}]}abc)",
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
  struct Case {
    int status;
    bool refused;
    std::vector<std::string> headers = {};
  };
  const Case cases[] = {{400, true},
                        {403, true},
                        {408, false},
                        {429, false},
                        {503, false},
                        {429, false, {"Retry-After: 600"}},
                        {429, true, {"Retry-After: 86400"}},
                        {503, true, {"Retry-After: Fri, 31 Dec 2100 23:59:59 GMT"}},
                        {503, false, {"Retry-After: Fri, 31 Dec 1999 23:59:59 GMT"}},
                        {503, false, {"Retry-After: soon"}}};
  for (const auto& [status, refused, headers] : cases) {
    std::atomic<int> asked = 0;
    FakeKserve model = toy();
    model.before = [&, sent = http(status, "", headers)](const FakeRequest& request) {
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
      EXPECT_EQ(dynamic_cast<const VictimRefusal*>(&error) != nullptr, refused)
          << status << " " << (headers.empty() ? "" : headers[0]);
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
      {http(413, ""), true},
      {http(415, ""), true},
      {http(422, ""), true},
      {http(500, R"({"error": "bad shape"})"), true},
      {http(401, R"({"error": "no token"})"), false},
      {http(404, ""), false},
      {http(302, ""), false},
      {http(429, R"({"error": "daily quota"})", {"Retry-After: 86400"}), false},
      {http(503, ""), false},
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
  expect(other, "takes images of 1x4x4, the data are 3x4x4; to change them: --channels 1");
  other.data_shape = ImageShape{4, 1, 4};
  expect(other, "the data are 4x1x4; if its channels come last, state that (--layout nhwc)");
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

}  // namespace
}  // namespace bora::models::server_victim_test
