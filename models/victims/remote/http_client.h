// HTTP requests with bounds on the time and the size of an answer.
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

struct HttpAnswer {
  long status = 0;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names in small letters
  /// Returns the value of a header, `name` in small letters; "" if there is none.
  std::string header(std::string_view name) const;
};

/// HTTP connection that is kept between requests. Does not follow redirections, decompress answers or store
/// cookies. Not thread-safe.
class HttpClient {
 public:
  /// Makes no connection yet. timeout: seconds from a request's first byte to its answer's last; headers: of
  /// every request; stop: flag that ends waits for an answer (AnswerWait), null: there is none.
  HttpClient(double timeout, std::vector<std::string> headers, const std::atomic<bool>* stop = nullptr);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// Sends a request and returns the answer, whatever its status; `headers`: besides those of every request.
  /// Both throw PassingFailure if there is no connection, it breaks off, or the time is over,
  /// VictimInterrupted as AnswerWait does, and VictimError if the answer has more than `most_bytes` (or 64
  /// KiB of headers), is not HTTP, or the address or the certificate is not valid.
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

/// Checks an answer's status. Returns for 200. Throws PassingFailure for 408, 425, 429 and 5xx (with the
/// delay of Retry-After, at most 60 s), and VictimError with the server's message for any other status and
/// for a compressed answer.
void check_status(const HttpAnswer& answer);

}  // namespace bora::models
