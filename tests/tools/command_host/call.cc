#include "call.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cstring>
#include <stdexcept>

namespace bora::test {
namespace {

// The first message of a call contains the size of its text and the descriptors of the streams.
class FirstMessage {
 public:
  std::uint64_t size = 0;
  msghdr message{};

  FirstMessage() {
    message.msg_iov = &part_;
    message.msg_iovlen = 1;
    message.msg_control = control_;
    message.msg_controllen = sizeof control_;
  }
  FirstMessage(const FirstMessage&) = delete;
  FirstMessage& operator=(const FirstMessage&) = delete;

 private:
  iovec part_{&size, sizeof size};
  alignas(cmsghdr) char control_[CMSG_SPACE(kStreams * sizeof(int))]{};
};

bool send_all(int connection, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = send(connection, data, size, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

void receive_all(int connection, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t received = recv(connection, data, size, 0);
    if (received <= 0) throw std::runtime_error("a call ended early");
    data += received;
    size -= static_cast<std::size_t>(received);
  }
}

// Joins the texts of a call. Each ends with a zero byte, which none of them can contain.
std::string joined(const Call& call) {
  std::string out = call.folder + '\0' + std::to_string(call.words.size()) + '\0';
  for (const auto* list : {&call.words, &call.environment})
    for (const std::string& word : *list) out += word + '\0';
  return out;
}

}  // namespace

bool send_call(int connection, const Call& call) {
  const std::string text = joined(call);
  FirstMessage first;
  first.size = text.size();
  cmsghdr* header = CMSG_FIRSTHDR(&first.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(kStreams * sizeof(int));
  const int streams[kStreams] = {0, 1, 2};
  std::memcpy(CMSG_DATA(header), streams, sizeof streams);
  return sendmsg(connection, &first.message, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof first.size) &&
         send_all(connection, text.data(), text.size());
}

Call receive_call(int connection, int (&streams)[kStreams]) {
  FirstMessage first;
  const ssize_t received = recvmsg(connection, &first.message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
  const cmsghdr* header = CMSG_FIRSTHDR(&first.message);
  if (received != static_cast<ssize_t>(sizeof first.size) || header == nullptr ||
      header->cmsg_len != CMSG_LEN(kStreams * sizeof(int)))
    throw std::runtime_error("not a call");
  std::memcpy(streams, CMSG_DATA(header), sizeof streams);

  std::string text(first.size, '\0');
  receive_all(connection, text.data(), text.size());
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size(); at += parts.back().size() + 1)
    parts.emplace_back(text.c_str() + at);
  const auto words = parts.begin() + 2, environment = words + std::stol(parts.at(1));
  return {parts.front(), {words, environment}, {environment, parts.end()}};
}

}  // namespace bora::test
