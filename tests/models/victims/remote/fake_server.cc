#include "models/victims/remote/fake_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "common/text.h"

namespace bora::testing {

using nlohmann::json;

FakeServer::FakeServer(Handler handler) : handler_(std::move(handler)) {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(socket_, 64) != 0 ||
      ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no server on 127.0.0.1");
  port_ = ntohs(address.sin_port);
  listener_ = std::thread([this] {
    for (;;) {
      const int connection = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0 || stop_) return;
      const std::lock_guard lock(mutex_);
      open_.push_back(connection);
      threads_.emplace_back([this, connection] { serve(connection); });
    }
  });
}

FakeServer::~FakeServer() {
  stop_ = true;
  ::shutdown(socket_, SHUT_RDWR);
  listener_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int connection : open_) ::shutdown(connection, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  for (const int connection : open_) ::close(connection);
  ::close(socket_);
}

std::string FakeServer::url(const std::string& path) const {
  return fmt::format("http://127.0.0.1:{}{}", port_, path);
}

void FakeServer::serve(int connection) {
  std::string received;
  const auto more = [&] {
    char buffer[1 << 16];
    const ssize_t got = ::recv(connection, buffer, sizeof(buffer), 0);
    if (got > 0) received.append(buffer, static_cast<std::size_t>(got));
    return got > 0;
  };
  const Send send = [&](const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t now = ::send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (now <= 0 || stop_) return false;
      sent += static_cast<std::size_t>(now);
    }
    return !stop_;
  };
  for (;;) {
    std::size_t end = std::string::npos;
    while ((end = received.find("\r\n\r\n")) == std::string::npos)
      if (!more()) return;
    FakeRequest request;
    const std::string head = received.substr(0, end);
    received.erase(0, end + 4);
    std::size_t at = head.find("\r\n");
    const std::string first = head.substr(0, at);
    request.method = first.substr(0, first.find(' '));
    request.path = first.substr(request.method.size() + 1);
    request.path = request.path.substr(0, request.path.find(' '));
    while (at != std::string::npos) {
      const std::size_t next = head.find("\r\n", at + 2);
      const std::string line = head.substr(at + 2, next == std::string::npos ? next : next - at - 2);
      const std::string name = lower_case(line.substr(0, line.find(':')));
      request.headers[name] = line.substr(std::min(line.size(), name.size() + 2));
      at = next;
    }
    const auto length = request.headers.contains("content-length")
                            ? static_cast<std::size_t>(std::stoul(request.headers["content-length"]))
                            : 0;
    while (received.size() < length)
      if (!more()) return;
    request.body = received.substr(0, length);
    received.erase(0, length);
    if (!handler_(request, send)) {
      ::shutdown(connection, SHUT_RDWR);
      return;
    }
  }
}

std::string http(int status, const std::string& body, const std::vector<std::string>& headers) {
  std::string out = fmt::format("HTTP/1.1 {} Some\r\nContent-Length: {}\r\n", status, body.size());
  for (const std::string& header : headers) out += header + "\r\n";
  return out + "\r\n" + body;
}

namespace {

json outputs_of(const FakeKserve& self, const std::vector<Eigen::Index>& shape) {
  json outputs = json::array();
  outputs.push_back({{"name", "scores"}, {"datatype", "FP32"}, {"shape", shape}});
  if (self.top > 0) outputs.push_back({{"name", "indices"}, {"datatype", "INT64"}, {"shape", shape}});
  return outputs;
}

Batch best_of(const Batch& scores, int top, std::vector<std::int64_t>& indices) {
  Batch best(scores.rows(), top);
  for (Eigen::Index row = 0; row < scores.rows(); ++row) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(scores.cols()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater<>(), [&](std::int64_t j) { return scores(row, j); });
    for (int rank = 0; rank < top; ++rank)
      best(row, rank) = scores(row, order[static_cast<std::size_t>(rank)]);
    indices.insert(indices.end(), order.begin(), order.begin() + top);
  }
  return best;
}

std::string infer(const FakeKserve& self, const FakeRequest& request) {
  const auto length = request.headers.find("inference-header-content-length");
  const bool binary = length != request.headers.end();
  const std::size_t split = binary ? std::stoul(length->second) : request.body.size();
  const json asked = parse_valid_json(request.body.substr(0, split));
  const json& input = asked.at("inputs").at(0);
  const std::vector<int> shape = input.at("shape");
  std::vector<float> values;
  if (binary) {
    values.resize((request.body.size() - split) / sizeof(float));
    std::memcpy(values.data(), request.body.data() + split, values.size() * sizeof(float));
  } else {
    values = input.at("data").get<std::vector<float>>();
  }
  const auto rows = shape.at(0);
  Batch scores = self.model(
      Eigen::Map<const Batch>(values.data(), rows, static_cast<Eigen::Index>(values.size()) / rows));
  std::vector<std::int64_t> indices;
  if (self.top > 0) scores = best_of(scores, self.top, indices);
  json outputs = outputs_of(self, {scores.rows(), scores.cols()});
  const auto count = static_cast<std::size_t>(scores.size());
  if (!binary) {
    outputs[0]["data"] = std::vector<float>(scores.data(), scores.data() + count);
    if (self.top > 0) outputs[1]["data"] = indices;
    return http(200, json_text(json{{"model_name", self.name}, {"outputs", outputs}}));
  }
  outputs[0]["parameters"]["binary_data_size"] = count * sizeof(float);
  std::string bytes(reinterpret_cast<const char*>(scores.data()), count * sizeof(float));
  if (self.top > 0) {
    outputs[1]["parameters"]["binary_data_size"] = count * sizeof(std::int64_t);
    bytes.append(reinterpret_cast<const char*>(indices.data()), count * sizeof(std::int64_t));
  }
  const std::string head = json_text(json{{"model_name", self.name}, {"outputs", outputs}});
  return http(200, head + bytes, {fmt::format("Inference-Header-Content-Length: {}", head.size())});
}

}  // namespace

FakeServer::Handler FakeKserve::handler() const {
  return [self = *this](const FakeRequest& request, const FakeServer::Send& send) {
    if (self.before)
      if (const std::string own = self.before(request); !own.empty()) return send(own) && false;
    const std::string place = "/v2/models/" + self.name;
    if (request.path == "/v2")
      return send(http(
          200, json_text(json{{"name", "fake"},
                              {"extensions", self.binary ? json{"binary_tensor_data"} : json::array()}})));
    const std::vector<Eigen::Index> usual = {-1, self.top > 0 ? self.top : 5};
    const std::vector<Eigen::Index> sizes(self.declared.begin(), self.declared.end());
    if (request.path == place)
      return send(
          http(200, json_text(json{{"name", self.name},
                                   {"platform", "fake"},
                                   {"versions", {"3"}},
                                   {"inputs", {{{"name", "x"}, {"datatype", "FP32"}, {"shape", self.sides}}}},
                                   {"outputs", outputs_of(self, sizes.empty() ? usual : sizes)}})));
    if (request.path == place + "/infer") return send(infer(self, request));
    return send(http(404, json_text(json{{"error", "no such model"}})));
  };
}

}  // namespace bora::testing
