// HTTP client that limits the time and the size of an answer.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::models {

/// Answer of a server.
struct HttpAnswer {
  long status = 0;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names (in lower case) and values
  /// Returns the value of a header; "" if there is none. name: in lower case.
  std::string header(std::string_view name) const;
};

/// HTTP connection that is kept between requests. Does not follow redirections, decompress answers or store
/// cookies. Not thread-safe.
class HttpClient {
 public:
  /// Makes a client that is not connected yet. timeout: most seconds of a request with its answer; headers:
  /// those of every request; stop: flag that ends waits for an answer (AnswerWait), null: there is none.
  HttpClient(double timeout, std::vector<std::string> headers, const std::atomic<bool>* stop = nullptr);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// Send a request and return the answer, whatever its status. headers: those of this request only. Throw
  ///
  /// - TransientFailure if there is no connection, it is lost, or the time is over
  /// - VictimInterrupted as AnswerWait does
  /// - VictimError if the answer is not HTTP, is longer than `most_bytes` or has more than 64 KiB of headers
  /// - VictimError if the address or the certificate is not valid
  HttpAnswer get(const std::string& url, std::size_t most_bytes);
  HttpAnswer post(const std::string& url, std::string_view body, const std::vector<std::string>& headers,
                  std::size_t most_bytes);

 private:
  HttpAnswer perform(const std::string& url, const std::vector<std::string>& headers, std::size_t most_bytes);
  struct Handle;
  std::unique_ptr<Handle> handle_;
  std::vector<std::string> headers_;
  const std::atomic<bool>* stop_;
};

/// Throws unless the answer's status is 200: TransientFailure for 408, 425, 429 and 5xx (with the pause in
/// seconds that the header Retry-After states), VictimRefusal with the server's message for any other status.
/// Throws VictimError for a compressed answer.
void check_status(const HttpAnswer& answer);

}  // namespace bora::models
