// HTTP server in this process, for tests of clients.
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
  std::map<std::string, std::string> headers;  ///< values by name, in lower case
};

/// Server that listens on 127.0.0.1 until it is destroyed, with a thread for each connection.
class FakeServer {
 public:
  /// Function that sends bytes. Returns false if the client has closed the connection.
  using Send = std::function<bool(const std::string& bytes)>;
  /// Function that answers one request by `send`. Returns whether to keep the connection. Several threads
  /// call it at once.
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

/// Returns an answer with this status ("HTTP/1.1 200 OK ...") and the length of the body.
std::string http(int status, const std::string& body, const std::vector<std::string>& headers = {});

/// Model behind KServe's protocol v2 at v2/models/NAME. model: function from n x size values to n x classes
/// scores; before: function that is called first for each request; if it does not return "", its result is
/// the answer.
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
