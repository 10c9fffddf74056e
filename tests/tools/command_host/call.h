// Messages between a called command and its host.
#pragma once

#include <string>
#include <vector>

namespace bora::test {

/// The three standard streams, whose descriptors are sent with a call.
inline constexpr int kStreams = 3;

/// A call of a command.
struct Call {
  std::string folder;
  std::vector<std::string> words;        ///< the first is the path of the command
  std::vector<std::string> environment;  ///< NAME=value
};

/// Sends a call and descriptors 0 to 2 to a connected socket. Returns whether that worked.
bool send_call(int connection, const Call& call);

/// Receives the call that send_call() has sent. Throws std::runtime_error if the other side ends before the
/// call does.
Call receive_call(int connection, int (&streams)[kStreams]);

}  // namespace bora::test
