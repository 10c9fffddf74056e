#include "models/victims/remote/http_client.h"

#include <algorithm>
#include <ctime>
#include <mutex>

#include <curl/curl.h>

#include "common/json.h"
#include "common/number.h"
#include "common/text.h"
#include "models/victims/remote/requests.h"

namespace bora::models {
namespace {

constexpr std::size_t kMostHeaderBytes = 1 << 16;

struct Receiving {
  HttpAnswer answer;
  std::size_t most_bytes = 0;
  std::size_t header_bytes = 0;
  std::string too_much;  // why the transfer was aborted; "": it was not
};

std::size_t receive_body(char* data, std::size_t, std::size_t size, void* user) {
  auto& receiving = *static_cast<Receiving*>(user);
  if (receiving.answer.body.size() + size > receiving.most_bytes) {
    receiving.too_much = fmt::format("answers with more than {} bytes", receiving.most_bytes);
    return 0;
  }
  receiving.answer.body.append(data, size);
  return size;
}

std::size_t receive_header(char* data, std::size_t, std::size_t size, void* user) {
  auto& receiving = *static_cast<Receiving*>(user);
  receiving.header_bytes += size;
  if (receiving.header_bytes > kMostHeaderBytes) {
    receiving.too_much = fmt::format("answers with more than {} bytes of headers", kMostHeaderBytes);
    return 0;
  }
  const std::string line(data, size);
  if (line.starts_with("HTTP/")) receiving.answer.headers.clear();  // drops an interim answer
  const auto colon = line.find(':');
  if (colon == std::string::npos) return size;
  receiving.answer.headers.emplace_back(lower_case(line.substr(0, colon)),
                                        trimmed(std::string_view(line).substr(colon + 1)));
  return size;
}

// Returns the server's message in the body of an error: "error", "detail" or "message" of its JSON, else its
// first line.
std::string message_in(const std::string& body) {
  const auto json = parse_json(body);
  if (json.is_object())
    for (const char* name : {"error", "detail", "message"})
      if (const auto found = json.find(name); found != json.end())
        return printable(found->is_string() ? found->get<std::string>() : found->dump());
  const auto first = body.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return printable(body.substr(first, body.find_first_of("\r\n", first) - first), 120);
}

// Returns the pause in seconds that a header Retry-After states, as a number of seconds or as a date; 0:
// none.
double stated_pause(const std::string& after) {
  double pause = 0;
  std::string_view rest = after;
  if (const auto seconds = take_number<double>(rest); seconds && rest.empty())
    pause = *seconds;
  else if (const std::time_t date = curl_getdate(after.c_str(), nullptr); date >= 0)
    pause = std::difftime(date, std::time(nullptr));
  constexpr double kMost = 1e9;
  return pause > 0 ? std::min(pause, kMost) : 0;
}

}  // namespace

std::string HttpAnswer::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (key == name) return value;
  return "";
}

struct HttpClient::Handle {
  CURL* curl = nullptr;
  CURLM* transfers = nullptr;  // holds the connection, and lets transfer() abort a request
  char error[CURL_ERROR_SIZE] = {};

  ~Handle() {
    curl_easy_cleanup(curl);
    curl_multi_cleanup(transfers);
  }
};

HttpClient::HttpClient(double timeout, std::vector<std::string> headers, const std::atomic<bool>* stop)
    : handle_(std::make_unique<Handle>()), headers_(std::move(headers)), stop_(stop) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  handle_->curl = curl_easy_init();
  handle_->transfers = curl_multi_init();
  if (handle_->curl == nullptr || handle_->transfers == nullptr)
    throw VictimError("libcurl cannot be started");
  CURL* const curl = handle_->curl;
  const long milliseconds = std::max(1L, std::lround(timeout * 1000));
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, handle_->error);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "bora");
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive_body);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, receive_header);
}

HttpClient::~HttpClient() = default;

// Performs a request like curl_easy_perform(), but can be interrupted. Throws VictimInterrupted as `wait`
// does.
static CURLcode transfer(CURL* curl, CURLM* transfers, AnswerWait wait) {
  curl_multi_add_handle(transfers, curl);
  const struct Added {
    ~Added() { curl_multi_remove_handle(transfers, curl); }
    CURL* curl;
    CURLM* transfers;
  } added{curl, transfers};
  CURLMcode state = CURLM_OK;
  for (int running = 1; running > 0 && state == CURLM_OK;) {
    state = curl_multi_perform(transfers, &running);
    if (running == 0 || state != CURLM_OK) break;
    wait.check();
    state = curl_multi_poll(transfers, nullptr, 0, static_cast<int>(AnswerWait::kLook.count()), nullptr);
  }
  int left = 0;
  const CURLMsg* const message = curl_multi_info_read(transfers, &left);
  return message != nullptr && message->msg == CURLMSG_DONE ? message->data.result : CURLE_FAILED_INIT;
}

HttpAnswer HttpClient::perform(const std::string& url, const std::vector<std::string>& headers,
                               std::size_t most_bytes) {
  CURL* const curl = handle_->curl;
  Receiving receiving;
  receiving.most_bytes = most_bytes;
  curl_slist* list = nullptr;
  for (const std::vector<std::string>* some : {&std::as_const(headers_), &headers})
    for (const std::string& header : *some) list = curl_slist_append(list, header.c_str());
  // Otherwise libcurl would wait for permission ("100 Continue") before it sends a large body.
  list = curl_slist_append(list, "Expect:");
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &receiving);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &receiving);
  handle_->error[0] = '\0';
  const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> freed(list, curl_slist_free_all);
  const CURLcode code = transfer(curl, handle_->transfers, AnswerWait(stop_));
  if (!receiving.too_much.empty()) throw VictimError(receiving.too_much);
  if (code != CURLE_OK) {
    const std::string why = printable(handle_->error[0] != '\0' ? handle_->error : curl_easy_strerror(code));
    switch (code) {
      case CURLE_URL_MALFORMAT:
      case CURLE_UNSUPPORTED_PROTOCOL:
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CACERT_BADFILE:
        throw VictimError(why);
      default:
        throw TransientFailure(why);
    }
  }
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &receiving.answer.status);
  return std::move(receiving.answer);
}

HttpAnswer HttpClient::get(const std::string& url, std::size_t most_bytes) {
  curl_easy_setopt(handle_->curl, CURLOPT_HTTPGET, 1L);
  return perform(url, {}, most_bytes);
}

HttpAnswer HttpClient::post(const std::string& url, std::string_view body,
                            const std::vector<std::string>& headers, std::size_t most_bytes) {
  curl_easy_setopt(handle_->curl, CURLOPT_POST, 1L);
  curl_easy_setopt(handle_->curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  curl_easy_setopt(handle_->curl, CURLOPT_POSTFIELDS, body.data());
  return perform(url, headers, most_bytes);
}

void check_status(const HttpAnswer& answer) {
  if (answer.status == 200) {
    // The request did not allow any content encoding.
    const std::string coding = answer.header("content-encoding");
    if (!coding.empty() && coding != "identity")
      throw VictimError(
          fmt::format("answers compressed ('{}'), which is not read; the server should send it plain",
                      printable(coding, 40)));
    return;
  }
  const std::string message = message_in(answer.body);
  std::string why =
      fmt::format("answers with status {}{}{}", answer.status, message.empty() ? "" : ": ", message);
  if (answer.status >= 300 && answer.status < 400)
    why = fmt::format("redirects to '{}' (status {}), which is not followed; name the address itself",
                      printable(answer.header("location")), answer.status);
  constexpr long kRequestTimeout = 408, kTooEarly = 425, kTooMany = 429;
  const bool transient = answer.status == kRequestTimeout || answer.status == kTooEarly ||
                         answer.status == kTooMany || answer.status >= 500;
  if (!transient) throw VictimRefusal(why);
  throw TransientFailure(why, stated_pause(answer.header("retry-after")));
}

}  // namespace bora::models
