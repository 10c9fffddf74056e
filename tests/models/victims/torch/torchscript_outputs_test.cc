// Tests of how the outputs of a TorchScript model are understood.
#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/victims/torch/torchscript_test.h"

namespace bora::models::torchscript_test {
namespace {

TEST_F(TorchScript, DeterminesTheScoreKind) {
  EXPECT_EQ(load_torchscript(options("return torch.softmax(x.flatten(1), 1)"))->spec().kind,
            ScoreKind::probabilities);
  EXPECT_EQ(load_torchscript(options("return torch.log_softmax(x.flatten(1), 1)"))->spec().kind,
            ScoreKind::logits);
  // These logits happen to be positive.
  EXPECT_EQ(load_torchscript(options("return x.flatten(1)"))->spec().kind, ScoreKind::logits);
  EXPECT_EQ(load_torchscript(options("return torch.sin(x.flatten(1))"))->spec().digits, -1);
  EXPECT_EQ(load_torchscript(options("return torch.round(x.flatten(1) * 10)"))->spec().digits, 0)
      << "whole numbers are rounded scores, too";
}

TEST_F(TorchScript, RecognisesRoundedProbabilities) {
  for (const int digits : {2, 3, 4}) {
    auto rounded = options(fmt::format("return torch.round(torch.softmax(x.flatten(1) * 3, 1) * {0}) / {0}",
                                       std::pow(10, digits)));
    EXPECT_EQ(load_torchscript(rounded)->spec().kind, ScoreKind::probabilities) << digits;
  }
  // 15 is TorchScript's number of bfloat16.
  for (const char* const coarse :
       {"torch.round(p * 255) / 255", "torch.round(p * 256) / 256", "torch.floor(p * 255) / 255", "p.to(15)"})
    EXPECT_EQ(
        load_torchscript(options(fmt::format("p = torch.softmax(x.flatten(1) * 3, 1)\n  return {}", coarse)))
            ->spec()
            .kind,
        ScoreKind::probabilities)
        << coarse;
  auto sums = options("return torch.sigmoid(x.flatten(1))");
  EXPECT_EQ(load_torchscript(sums)->spec().kind, ScoreKind::logits);
  sums.kind = ScoreKind::probabilities;
  EXPECT_EQ(load_torchscript(sums)->spec().kind, ScoreKind::probabilities) << "as stated";
}

TEST_F(TorchScript, ReadsPercentages) {
  const char* const softmax = "torch.softmax(x.flatten(1) * 3, 1)";
  const Batch exact = load_torchscript(options(fmt::format("return {}", softmax)))->scores(ramp()).values;
  for (const int digits : {0, 1, 2, 9}) {
    auto percent = options(fmt::format("return torch.round({0} * {1}) / {2}", softmax,
                                       std::pow(10, digits + 2), std::pow(10, digits)));
    const auto victim = load_torchscript(percent);
    EXPECT_EQ(victim->spec().kind, ScoreKind::probabilities) << digits;
    EXPECT_LT((victim->scores(ramp()).values - exact).cwiseAbs().maxCoeff(),
              0.51 * std::pow(10, -digits - 2) + 1e-6);
    EXPECT_EQ(victim->spec().digits, digits == 9 ? -1 : digits + 2);
    percent.kind = ScoreKind::probabilities;  // stated, as by a resumed run
    EXPECT_EQ(load_torchscript(percent)->scores(ramp()).values, victim->scores(ramp()).values);
    percent.kind = ScoreKind::logits;
    EXPECT_GT(load_torchscript(percent)->scores(ramp()).values.maxCoeff(), 1) << "as stated";
  }
  // The gradient is that of the reported scores.
  const auto victim = load_torchscript(options(fmt::format("return {} * 100", softmax)));
  const auto plain = [&] { return load_torchscript(options(fmt::format("return {}", softmax))); };
  const Batch wanted = Batch::Ones(2, 6).cwiseProduct(ramp());
  const Batch gradient = victim->pullback(ramp(), wanted);
  EXPECT_LT((gradient - plain()->pullback(ramp(), wanted)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(load_torchscript(options("return x.flatten(1) * 100"))->spec().kind, ScoreKind::logits);
}

TEST_F(TorchScript, SaysWhatIsValidWhereProbabilitiesWereStated) {
  auto stated = options("return torch.log_softmax(x.flatten(1), 1)");
  stated.kind = ScoreKind::probabilities;
  expect_contains(error(stated), "these are logarithms of probabilities, which scores=logits accepts");
  stated = options("return x.flatten(1) - 7");
  stated.kind = ScoreKind::probabilities;
  expect_contains(error(stated), "it gives -");
  expect_contains(error(stated), "expected 0 to 1, or 0 to 100 in percent");
  stated = options("return x.flatten(1) * 0 + 1000");
  stated.kind = ScoreKind::probabilities;
  expect_contains(error(stated), "it gives 1000");
}

TEST_F(TorchScript, MayGiveClassesWithEmptySides) {
  for (const char* const sides : {".unsqueeze(2).unsqueeze(3)", ".unsqueeze(2)", ".unsqueeze(1)"})
    EXPECT_EQ(load_torchscript(options(fmt::format("return x.flatten(1)[:, :3]{}", sides)))->spec().classes,
              3)
        << sides;
}

TEST_F(TorchScript, MayDropTheAxisOfASingleImage) {
  const auto many = load_torchscript(options("return x.flatten(1)[:, :3].squeeze()"));
  EXPECT_EQ(many->spec().classes, 3);
  EXPECT_EQ(many->scores(ramp().topRows(1)).values, Batch(ramp().topLeftCorner(1, 3)));
  EXPECT_EQ(many->scores(ramp()).values, Batch(ramp().leftCols(3)));
  const auto single = load_torchscript(options("return x.flatten(1)[:, :1].squeeze() * 100 - 3"));
  EXPECT_EQ(single->spec().classes, 2);
  EXPECT_EQ(single->scores(ramp().topRows(1)).values.row(0), single->scores(ramp()).values.row(0));
}

TEST_F(TorchScript, UsesTheStatedScoreKind) {
  auto softmax = options("return torch.softmax(x.flatten(1), 1)");
  softmax.kind = ScoreKind::logits;
  EXPECT_EQ(load_torchscript(softmax)->spec().kind, ScoreKind::logits);
  auto raw = options("return x.flatten(1) - 1");
  raw.kind = ScoreKind::probabilities;
  expect_contains(error(raw), "probabilities were stated");
}

TEST_F(TorchScript, TakesTheFirstTensorOfSeveral) {
  const auto tuple = load_torchscript(options("return (x.flatten(1)[:, :3], x)", "Tuple[Tensor, Tensor]"));
  EXPECT_EQ(tuple->scores(ramp()).values, Batch(ramp().leftCols(3)));
  const auto list = load_torchscript(options("return [x.flatten(1)[:, 3:], x]", "List[Tensor]"));
  EXPECT_EQ(list->scores(ramp()).values, Batch(ramp().rightCols(3)));
}

TEST_F(TorchScript, TakesTheOutputThatIsNamed) {
  VictimOptions several = options("return {'a': x.flatten(1), 'b': x.flatten(1) * 2}", "Dict[str, Tensor]");
  several.output = "b";
  EXPECT_EQ(load_torchscript(several)->scores(ramp()).values, Batch(ramp() * 2));
  EXPECT_EQ(
      load_torchscript(options("return {'a': x.flatten(1)}", "Dict[str, Tensor]"))->scores(ramp()).values,
      ramp());
}

TEST_F(TorchScript, TakesTheOutputAtAPosition) {
  VictimOptions tuple = options("return (x.mean(), x.flatten(1) * 3)", "Tuple[Tensor, Tensor]");
  tuple.output = "1";
  EXPECT_EQ(load_torchscript(tuple)->scores(ramp()).values, Batch(ramp() * 3));
  VictimOptions list = options("return [x.flatten(1), x.flatten(1) * 2]", "List[Tensor]");
  EXPECT_EQ(load_torchscript(list)->scores(ramp()).values, ramp());
  list.output = "1";
  EXPECT_EQ(load_torchscript(list)->scores(ramp()).values, Batch(ramp() * 2));
}

TEST_F(TorchScript, RefusesAnOutputThatItDoesNotHave) {
  VictimOptions tuple = options("return (x.flatten(1), x.flatten(1) * 3)", "Tuple[Tensor, Tensor]");
  tuple.output = "2";
  expect_contains(error(tuple), "the output is a tuple of 2, none of them called '2'; the second is 1");
  VictimOptions dictionary = options("return {'a': x.flatten(1)}", "Dict[str, Tensor]");
  dictionary.output = "b";
  const std::string line = error(dictionary);
  expect_contains(line, "the output is a dictionary of a, none of them called 'b'");
  EXPECT_EQ(line.find("(--input-shape, --layout)"), std::string::npos) << line;
  VictimOptions tensor = options("return x.flatten(1)");
  tensor.output = "logits";
  expect_contains(error(tensor), "without one called 'logits'");
}

TEST_F(TorchScript, MayGiveItsBestClassesOnly) {
  const Batch all = (ramp() * 2).eval();
  Batch expected = Batch::Constant(2, 6, kHidden);
  expected.row(0).tail(2) = all.row(0).tail(2);
  expected.row(1).head(2) = all.row(1).head(2);
  VictimOptions tuple = options("scores, labels = torch.topk(x.flatten(1) * 2, 2)\n  return (scores, labels)",
                                "Tuple[Tensor, Tensor]");
  tuple.top_labels = "1";
  tuple.classes = 6;
  const auto victim = load_torchscript(tuple);
  EXPECT_EQ(victim->spec().top, 2);
  EXPECT_EQ(victim->scores(ramp()).values, expected);
  EXPECT_FALSE(victim->has_gradients());
  VictimOptions all_of_them = tuple;
  write_torchscript(path_, "scores, labels = torch.topk(x.flatten(1) * 2, 6)\n  return (scores, labels)",
                    "Tuple[Tensor, Tensor]");
  EXPECT_EQ(load_torchscript(all_of_them)->spec().top, 0) << "all scores are visible";
  EXPECT_EQ(load_torchscript(all_of_them)->scores(ramp()).values, all);
  VictimOptions dictionary =
      options("scores, labels = torch.topk(x.flatten(1) * 2, 2)\n  return {'s': scores, 'l': labels}",
              "Dict[str, Tensor]");
  dictionary.output = "s";
  dictionary.top_labels = "l";
  expect_contains(error(dictionary), "its number of classes must be stated (--classes)");
  dictionary.classes = 6;
  EXPECT_EQ(load_torchscript(dictionary)->scores(ramp()).values, expected);
  dictionary.top_labels = "m";
  expect_contains(error(dictionary), "m");
  VictimOptions plain = options("return x.flatten(1)");
  plain.top_labels = "1";
  plain.classes = 6;
  expect_contains(error(plain), "without one called '1'");
}

// Models whose last layer is argmax return one class.
TEST_F(TorchScript, OneNumberIsAClassWhereMoreThanTwoAreStated) {
  for (const char* body :
       {"return (x.flatten(1)[:, :4]).argmax(1)", "return x.flatten(1)[:, :4].argmax(1, keepdim=True)"}) {
    VictimOptions stated = options(body);
    const std::string hint = error(stated);
    expect_contains(hint, "(--classes)");
    stated.classes = 4;
    const auto victim = load_torchscript(stated);
    EXPECT_TRUE(victim->spec().labels_only);
    EXPECT_EQ(victim->spec().classes, 4);
    EXPECT_EQ(victim->labels(ramp()), (std::vector<int>{3, 0}));
    stated.classes = 3;
    expect_contains(error(stated), "gave the label 3, expected 0 to 2");
  }
  VictimOptions half = options("return x.flatten(1)[:, :1]");
  half.classes = 4;
  expect_contains(error(half),
                  "4 classes were stated, but the one number that it gives for each image is not a class");
  VictimOptions scores = options("return x.flatten(1)");
  scores.classes = 4;
  expect_contains(error(scores), "states 4 classes but gives 6 scores");
}

TEST_F(TorchScript, OneNumberMeansTwoClasses) {
  for (const char* body : {"return x.flatten(1)[:, :1]", "return x.flatten(1)[:, 0]"}) {
    const auto share = load_torchscript(options(body));
    EXPECT_EQ(share->spec().classes, 2) << body;
    EXPECT_EQ(share->spec().kind, ScoreKind::probabilities);
    EXPECT_EQ(share->scores(ramp()).values.col(1), ramp().col(0));
    EXPECT_EQ(share->scores(ramp()).values.col(0), Batch((1 - ramp().col(0).array()).matrix()));
    // d(2 p + 3 (1 - p))/dp
    Batch weights(2, 2);
    weights << 3, 2, 3, 2;
    EXPECT_EQ(share->pullback(ramp(), weights)(0, 0), -1);
  }
  EXPECT_EQ(load_torchscript(options("return x.flatten(1)[:, :1] - 1"))->spec().kind, ScoreKind::logits);
}

TEST_F(TorchScript, OneNumberInPercentIsAProbabilityIfStated) {
  VictimOptions percent = options("return x.flatten(1)[:, :1] * 99");
  EXPECT_EQ(load_torchscript(percent)->spec().kind, ScoreKind::logits) << "a logit may have any value";
  percent.kind = ScoreKind::probabilities;
  const auto victim = load_torchscript(percent);
  const Batch scores = victim->scores(ramp()).values;
  EXPECT_LT((scores.col(1) - ramp().col(0) * 0.99F).cwiseAbs().maxCoeff(), 1e-6F);
  EXPECT_LT((scores.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-6F);
  // d(2 p + 3 (1 - p))/dx, p = 99 x / 100
  Batch weights(2, 2);
  weights << 3, 2, 3, 2;
  EXPECT_NEAR(victim->pullback(ramp(), weights)(0, 0), -0.99, 1e-5);
  expect_contains(error(options("return torch.round(x.flatten(1)[:, :1] * 100)")), "--scores probabilities");
  VictimOptions above = options("return x.flatten(1)[:, :1] * 1000");
  above.kind = ScoreKind::probabilities;
  expect_contains(error(above), "expected 0 to 1, or 0 to 100 in percent");
}

}  // namespace
}  // namespace bora::models::torchscript_test
