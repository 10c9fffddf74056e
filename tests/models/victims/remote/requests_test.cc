#include "models/victims/remote/requests.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/victims/engine.h"

namespace bora::models {
namespace {

EndpointOptions with(int concurrency, int retries = 2) {
  EndpointOptions options;
  options.concurrency = concurrency;
  options.retries = retries;
  return options;
}

// Returns an answer of one column, with the number of each row.
Batch numbered(Eigen::Index begin, Eigen::Index count) {
  Batch rows(count, 1);
  for (Eigen::Index i = 0; i < count; ++i) rows(i, 0) = static_cast<float>(begin + i);
  return rows;
}

/// Record of the channels that have a request.
class Traffic {
 public:
  void begins(int channel) {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(taken_.insert(channel).second) << "channel " << channel << " has two requests";
    most_ = std::max(most_, taken_.size());
  }
  void ends(int channel) {
    const std::lock_guard lock(mutex_);
    taken_.erase(channel);
  }
  std::size_t most() const { return most_; }

 private:
  std::mutex mutex_;
  std::set<int> taken_;
  std::size_t most_ = 0;
};

TEST(Requests, StackAnswersInTheOrderOfTheRows) {
  Requests requests(with(3), 4);
  const Batch all = requests.put(10, [](int, Eigen::Index begin, Eigen::Index count) {
    EXPECT_LE(count, 4);
    return numbered(begin, count);
  });
  EXPECT_EQ(all, numbered(0, 10));
  EXPECT_EQ(requests.passes(), std::vector<int>(10, 1));
}

TEST(Requests, OfSeveralThreadsShareTheChannels) {
  Requests first(with(2), 1);
  Traffic traffic;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 5; ++i)
      threads.emplace_back([&] {
        Requests own(&first);
        for (int time = 0; time < 20; ++time) {
          const Batch all = own.put(3, [&](int channel, Eigen::Index begin, Eigen::Index count) {
            EXPECT_TRUE(channel == 0 || channel == 1);
            traffic.begins(channel);
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            traffic.ends(channel);
            return numbered(begin, count);
          });
          EXPECT_EQ(all, numbered(0, 3));
        }
      });
  }
  EXPECT_EQ(traffic.most(), 2);
}

TEST(Requests, OfAnotherThreadCountTheirOwnPasses) {
  Requests first(with(2), 1);
  Requests second(&first);
  int failures = 1;
  const std::int64_t before = Requests::sent(), failures_before = Requests::failures().count;
  second.put(2, [&](int, Eigen::Index begin, Eigen::Index count) {
    if (begin == 1 && failures-- > 0) throw TransientFailure("busy", 1e-3);
    return numbered(begin, count);
  });
  EXPECT_EQ(second.passes(), (std::vector<int>{1, 2}));
  EXPECT_TRUE(first.passes().empty());
  EXPECT_EQ(Requests::sent() - before, 3) << "what is paid for";
  EXPECT_EQ(Requests::failures().count - failures_before, 1);
  EXPECT_EQ(Requests::failures().latest, "busy");
}

// While a request waits for its retry, its channel is free for others.
TEST(Requests, HoldNoChannelBetweenRetries) {
  Requests first(with(1), 1);
  Requests second(&first);
  std::atomic<bool> failed = false, other_done = false;
  std::jthread pausing([&] {
    first.put(1, [&](int, Eigen::Index begin, Eigen::Index count) {
      if (!failed.exchange(true)) throw TransientFailure("busy", 3);
      EXPECT_TRUE(other_done) << "within three seconds";
      return numbered(begin, count);
    });
  });
  while (!failed) std::this_thread::yield();
  second.put(1, [&](int, Eigen::Index begin, Eigen::Index count) {
    other_done = true;
    return numbered(begin, count);
  });
}

TEST(Requests, FailAfterTheLastRetry) {
  Requests requests(with(1, 2), 1);
  int sent = 0;
  try {
    requests.put(1, [&](int, Eigen::Index, Eigen::Index) -> Batch {
      ++sent;
      throw TransientFailure("busy", 1e-3);
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const VictimError& error) {
    EXPECT_STREQ(error.what(), "busy (sent 3 times)");
  }
  EXPECT_EQ(sent, 3);
  EXPECT_EQ(requests.passes(), std::vector<int>{3});
  EXPECT_NO_THROW(requests.put(1, [](int, Eigen::Index begin, Eigen::Index count) {
    return numbered(begin, count);
  })) << "the next batch starts from zero";
}

TEST(Requests, OfABatchAreNotSentAfterAPermanentFailure) {
  Requests requests(with(1, 0), 1);
  for (const bool may_pass : {false, true}) {
    int sent = 0;
    try {
      requests.put(8, [&](int, Eigen::Index begin, Eigen::Index count) -> Batch {
        ++sent;
        if (begin == 2 && may_pass) throw TransientFailure("is busy");
        if (begin == 2) throw VictimError("is wrong");
        return numbered(begin, count);
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const VictimError& error) {
      EXPECT_STREQ(error.what(), may_pass ? "is busy" : "is wrong");
    }
    EXPECT_EQ(sent, 3);
    EXPECT_EQ(requests.passes(), (std::vector<int>{1, 1, 1, 0, 0, 0, 0, 0}));
  }
}

TEST(Requests, ShareTheRateLimit) {
  EndpointOptions options = with(2);
  options.rate = 200;
  Requests first(options, 1);
  const auto begin = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 2; ++i)
      threads.emplace_back([&] {
        Requests own(&first);
        own.put(10, [](int, Eigen::Index from, Eigen::Index count) { return numbered(from, count); });
      });
  }
  // All but the first of 20 inputs wait. There is no upper bound, since it would depend on the machine.
  EXPECT_GE(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 19 / 200.0);
}

// With one input per minute, the second would wait for a minute, and the third for another one.
TEST(Requests, DoNotWaitForTheRateAfterAStop) {
  std::atomic<bool> stop = false;
  EndpointOptions options = with(1);
  options.rate = 1.0 / 60;
  options.stop = &stop;
  Requests requests(options, 1);
  const auto answer = [&](int, Eigen::Index begin, Eigen::Index count) {
    stop = true;
    return numbered(begin, count);
  };
  try {
    requests.put(3, answer);
    ADD_FAILURE() << "it was not interrupted";
  } catch (const PartlyAnswered& interruption) {
    EXPECT_EQ(interruption.rows, std::vector<std::size_t>{0});
    EXPECT_EQ(interruption.answers, numbered(0, 1));
  }
  EXPECT_EQ(requests.passes(), (std::vector<int>{1, 0, 0}));
  EXPECT_THROW(requests.put(1, answer), VictimInterrupted) << "its turn is no earlier";
  EXPECT_EQ(requests.passes(), std::vector<int>{0});
}

// The third request, of one row, fails. The others are answered.
TEST(Requests, KeepCompleteAnswersAfterAStop) {
  std::atomic<bool> stop = false;
  EndpointOptions options = with(1);
  options.stop = &stop;
  Requests requests(options, 2);
  try {
    requests.put(5, [&](int, Eigen::Index begin, Eigen::Index count) -> Batch {
      if (begin < 4) return numbered(begin, count);
      stop = true;
      throw TransientFailure("too many requests", 60);
    });
    ADD_FAILURE() << "it was not interrupted";
  } catch (const PartlyAnswered& interruption) {
    EXPECT_EQ(interruption.rows, (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_EQ(interruption.answers, numbered(0, 4));
  }
}

// The second of three requests fails, so the third is not sent.
TEST(Requests, KeepTheAnswersToOthersWhenOneFailsPermanently) {
  Requests requests(with(1, 0), 2);
  const auto failing = [&](auto failure) {
    return [failure](int, Eigen::Index begin, Eigen::Index count) -> Batch {
      if (begin == 2) throw failure;
      return numbered(begin, count);
    };
  };
  try {
    requests.put(6, failing(TransientFailure("no connection")));
    ADD_FAILURE() << "it did not fail";
  } catch (const VictimError& error) {
    EXPECT_STREQ(error.what(), "no connection");
    const auto* const partly = dynamic_cast<const PartlyAnswered*>(&error);
    ASSERT_NE(partly, nullptr);
    EXPECT_EQ(partly->rows, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(partly->answers, numbered(0, 2));
  }
  EXPECT_EQ(requests.passes(), (std::vector<int>{1, 1, 1, 1, 0, 0}));
  EXPECT_THROW(requests.put(6, failing(ProtocolError("half an answer"))), ProtocolError);
  try {
    requests.put(6, failing(VictimRefusal("status 400")));
    ADD_FAILURE() << "it did not fail";
  } catch (const VictimRefusal& error) {
    const auto* const partly = dynamic_cast<const PartlyAnswered*>(&error);
    ASSERT_NE(partly, nullptr);
    EXPECT_EQ(partly->answers, numbered(0, 2));
  }
}

// Otherwise a run with a high rate could not complete its round.
TEST(Requests, WaitForAHighRateAfterAStop) {
  const std::atomic<bool> stop = true;
  EndpointOptions options = with(1);
  options.rate = 100;
  options.stop = &stop;
  Requests requests(options, 1);
  const Batch all =
      requests.put(3, [](int, Eigen::Index begin, Eigen::Index count) { return numbered(begin, count); });
  EXPECT_EQ(all, numbered(0, 3));
}

// Otherwise the first request would wait for ten minutes, and put() with it.
TEST(Requests, DoNotWaitAfterAPermanentFailure) {
  Requests requests(with(2), 1);
  std::atomic<bool> waits = false;
  Requests::set_wait_notice([&](const std::string&) { waits = true; });
  EXPECT_THROW(requests.put(2,
                            [&](int, Eigen::Index begin, Eigen::Index) -> Batch {
                              if (begin == 0) throw TransientFailure("is busy", 599);
                              while (!waits) std::this_thread::yield();
                              throw VictimRefusal("status 400");
                            }),
               VictimRefusal);
  Requests::set_wait_notice({});
  EXPECT_EQ(requests.passes(), (std::vector<int>{1, 1}));
}

// Otherwise the second request would wait for its turn for half an hour.
TEST(Requests, DoNotWaitForTheRateAfterAPermanentFailure) {
  EndpointOptions options = with(2, 0);
  options.rate = 0.0005;
  Requests requests(options, 1);
  EXPECT_THROW(requests.put(2,
                            [](int, Eigen::Index, Eigen::Index) -> Batch {
                              std::this_thread::sleep_for(std::chrono::milliseconds(100));
                              throw VictimRefusal("status 400");
                            }),
               VictimRefusal);
}

// Two requests wait at the same time, so the user is told once.
TEST(Requests, TellOfALongWaitWhenItBegins) {
  std::atomic<bool> stop = false;
  EndpointOptions options = with(2);
  options.stop = &stop;
  Requests requests(options, 1);
  std::vector<std::string> told;
  Requests::set_wait_notice([&](const std::string& text) {
    told.push_back(text);
    stop = true;
  });
  EXPECT_THROW(requests.put(2,
                            [](int, Eigen::Index, Eigen::Index) -> Batch {
                              throw TransientFailure("too many requests", Requests::kLongestStatedPause);
                            }),
               VictimInterrupted);
  Requests::set_wait_notice({});
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].rfind("too many requests; the request is sent again after 600 s, until 20", 0), 0u)
      << told[0];
}

TEST(Requests, TellOfWaitsFromFiveSecondsOn) {
  for (const double pause : {0.3, Requests::kLongWait}) {
    std::atomic<bool> stop = false;
    EndpointOptions options = with(1);
    options.stop = &stop;
    Requests requests(options, 1);
    int told = 0;
    Requests::set_wait_notice([&](const std::string&) {
      ++told;
      stop = true;
    });
    int sent = 0;
    const auto once = [&](int, Eigen::Index begin, Eigen::Index count) -> Batch {
      if (sent++ == 0) throw TransientFailure("too many requests", pause);
      return numbered(begin, count);
    };
    if (pause < Requests::kLongWait)
      requests.put(1, once);
    else
      EXPECT_THROW(requests.put(1, once), VictimInterrupted);
    Requests::set_wait_notice({});
    EXPECT_EQ(told, pause < Requests::kLongWait ? 0 : 1) << pause;
  }
  EXPECT_EQ(Requests::kLongWait, 5);
}

// Waits that end within five seconds after one that was told are not told again.
TEST(Channels, AWaitIsNewsUnlessItEndsWithAnotherOne) {
  using std::chrono_literals::operator""s;
  Channels channels(1, 0);
  const auto time = Channels::Clock::now();
  EXPECT_TRUE(channels.is_news(time));
  EXPECT_FALSE(channels.is_news(time + 4s));
  EXPECT_TRUE(channels.is_news(time + 6s));
}

TEST(Requests, AreRefusedIfTheVictimAsksToWaitForTooLong) {
  Requests requests(with(1), 1);
  int sent = 0;
  try {
    requests.put(1, [&](int, Eigen::Index, Eigen::Index) -> Batch {
      ++sent;
      throw TransientFailure("too many requests", 86400);
    });
    ADD_FAILURE() << "it was not refused";
  } catch (const VictimRefusal& refusal) {
    const std::string why = refusal.what();
    EXPECT_EQ(why.rfind("too many requests; it asks to wait for 86400 s, until 20", 0), 0u) << why;
    EXPECT_NE(why.find("longer than the 600 s for which bora waits"), std::string::npos) << why;
  }
  EXPECT_EQ(sent, 1);
}

TEST(Requests, AreNotRetriedAfterAStop) {
  std::atomic<bool> stop = false;
  EndpointOptions options = with(1);
  options.stop = &stop;
  Requests requests(options, 1);
  EXPECT_THROW(requests.put(1,
                            [&](int, Eigen::Index, Eigen::Index) -> Batch {
                              stop = true;
                              throw TransientFailure("too many requests", 60);
                            }),
               VictimInterrupted);
  EXPECT_EQ(requests.passes(), std::vector<int>{1});
}

}  // namespace
}  // namespace bora::models
