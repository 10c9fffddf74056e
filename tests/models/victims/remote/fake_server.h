// A server of HTTP in this process, for tests of those who ask one.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "models/victims/victim.h"
#include "support/layers.h"

namespace bora::testing {

struct FakeRequest {
  std::string method, path, body;
  std::map<std::string, std::string> headers;  ///< names in small letters
};

/// Listens on 127.0.0.1, a thread a connection, until it is destroyed.
class FakeServer {
 public:
  /// Sends bytes as they are; false when the other side has gone.
  using Send = std::function<bool(const std::string& bytes)>;
  /// Answers one request through `send`; false: closes the connection afterwards. Called from several threads
  /// at once.
  using Handler = std::function<bool(const FakeRequest& request, const Send& send)>;

  explicit FakeServer(Handler handler);
  ~FakeServer();
  int port() const { return port_; }
  std::string url(const std::string& path) const;

 private:
  void serve(int connection);

  Handler handler_;
  int socket_ = -1, port_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::vector<int> open_;
  std::list<std::thread> threads_;
  std::thread listener_;
};

/// Returns an answer that begins "HTTP/1.1 200 OK" or the like, with the length of the body.
std::string http(int status, const std::string& body, const std::vector<std::string>& headers = {});

/// A model behind KServe's protocol v2 at v2/models/NAME: `model` gives n x classes for n x size values.
/// before: asked for every question first; an answer of its own that is not "" goes out instead.
struct FakeKserve {
  std::string name = "toy";
  std::vector<int> sides = {-1, 1, 4, 4};
  std::vector<int> declared = {};  ///< sides that the output "scores" declares; none: {-1, 5}
  bool binary = false;
  int top = 0;  ///< gives the scores of so many best classes, best first, and an output "indices" of which
  std::function<Batch(const Batch&)> model;
  std::function<std::string(const FakeRequest&)> before = {};

  FakeServer::Handler handler() const;
};

}  // namespace bora::testing
