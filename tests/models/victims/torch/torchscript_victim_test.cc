#include "models/victims/torch/torchscript_victim.h"

#include <fstream>

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/torchscript_fixtures.h"
#include "models/victims/torch/torchscript_test.h"
#include "support/input_error.h"

namespace bora::models::torchscript_test {
namespace {

TEST_F(TorchScript, ReturnsTheModelsScores) {
  const auto victim = load_torchscript(options("return x.flatten(1)[:, :3] * 10"));
  EXPECT_EQ(victim->spec().classes, 3);
  EXPECT_EQ(victim->spec().kind, ScoreKind::logits);
  EXPECT_EQ(victim->spec().input, kShape);
  EXPECT_EQ(victim->spec().name, path_.string());
  EXPECT_EQ(victim->scores(ramp()).values, Batch(ramp().leftCols(3) * 10));
}

TEST_F(TorchScript, GetsItsLayoutAndRange) {
  auto colour = options("return x[:, 0, 0, :]");  // the first pixel's channels, if these come last
  colour.data_shape = ImageShape{3, 1, 2};
  colour.layout = Layout::nhwc;
  colour.range = ValueRange{-1, 1};
  Batch expected(2, 3);
  expected << -0.8f, -0.4f, 0.0f,  //
      0.2f, -0.2f, -0.6f;
  EXPECT_LT((load_torchscript(colour)->scores(ramp()).values - expected).cwiseAbs().maxCoeff(), 1e-6f);
}

TEST_F(TorchScript, UsesItsMetadataUnlessOptionsOverrideThem) {
  const std::string metadata =
      R"({"input": {"shape": [1, 2, 3], "range": [0, 255]}, "output": {"kind": "logits", "classes": 6}})";
  auto stated = options("return x.flatten(1)", "Tensor", metadata);
  stated.data_shape.reset();
  const auto victim = load_torchscript(stated);
  EXPECT_EQ(victim->spec().input, kShape);
  EXPECT_NEAR(victim->scores(ramp()).values(0, 0), 25.5, 1e-4);
  stated.range = ValueRange{0, 1};
  EXPECT_NEAR(load_torchscript(stated)->scores(ramp()).values(0, 0), 0.1, 1e-6);
  stated.data_shape = ImageShape{1, 3, 2};
  expect_contains(error(stated), "takes images of 1x2x3, the data are 1x3x2");
}

TEST_F(TorchScript, CannotChangeTheCallersImages) {
  const auto victim = load_torchscript(options("return x.add_(1).flatten(1)"));
  const Batch images = ramp();
  victim->scores(images);
  EXPECT_EQ(images, ramp());
}

TEST_F(TorchScript, PullsBackThroughItsFormat) {
  auto squares = options("return x.flatten(1) ** 2");
  const auto victim = load_torchscript(squares);
  ASSERT_TRUE(victim->has_gradients());
  Batch weights(2, 6);
  weights << 1, 0, -2, 0.5f, 0, 3, 0, 0, 1, 0, 0, 0;
  const auto expected = [&](const ValueRange& range) -> Batch {
    const float width = range.high - range.low;
    return 2 * width * (width * ramp().array() + range.low) * weights.array();
  };
  EXPECT_LT((victim->pullback(ramp(), weights) - expected({})).cwiseAbs().maxCoeff(), 1e-6f);
  squares.range = ValueRange{-1, 1};
  EXPECT_LT((load_torchscript(squares)->pullback(ramp(), weights) - expected(ValueRange{-1, 1}))
                .cwiseAbs()
                .maxCoeff(),
            1e-6f);
  auto colour = options("return x[:, 0, 0, :]");
  colour.data_shape = ImageShape{3, 1, 2};
  colour.layout = Layout::nhwc;
  Batch one(1, 3), first_pixel(1, 6);
  one << 1, 2, 3;
  first_pixel << 1, 0, 2, 0, 3, 0;  // CHW
  EXPECT_EQ(load_torchscript(colour)->pullback(ramp().row(0), one), first_pixel);
}

TEST_F(TorchScript, SaysWhetherItHasGradients) {
  EXPECT_TRUE(load_torchscript(options("return x.mul_(2).flatten(1)"))->has_gradients());
  EXPECT_FALSE(load_torchscript(options("return x.detach().flatten(1)"))->has_gradients());
  EXPECT_FALSE(load_torchscript(options("return (x > 0.5).float().flatten(1)"))->has_gradients());
  const auto victim = load_torchscript(options("return torch.sqrt(x.flatten(1))"));
  EXPECT_THROW(victim->pullback(Batch::Zero(1, 6), Batch::Ones(1, 6)), VictimError) << "an infinite gradient";
}

TEST_F(TorchScript, ReportsScoresThatAreNotFinite) {
  // The scores are finite for the generated probes, which have no black pixels.
  const auto victim = load_torchscript(options("return torch.log(x.flatten(1))"));
  EXPECT_THROW(victim->scores(Batch::Zero(1, 6)), VictimError);
  EXPECT_TRUE(victim->scores(ramp()).values.allFinite());
}

TEST_F(TorchScript, WarnsOfHalfPrecisionAndGreyImages) {
  const auto notices = [&](bool half, const ImageShape& shape) {
    write_colour_classifier(path_, half);
    VictimOptions options;
    options.address = path_.string();
    options.data_shape = shape;
    return load_torchscript(options)->spec().notices;
  };
  EXPECT_TRUE(notices(false, {3, 1, 2}).empty());
  ASSERT_EQ(notices(true, {3, 1, 2}).size(), 1U);
  expect_contains(notices(true, {3, 1, 2})[0], "half precision");
  ASSERT_EQ(notices(false, kShape).size(), 1U);
  expect_contains(notices(false, kShape)[0], "three equal channels");
  EXPECT_TRUE(load_torchscript(options("return x.flatten(1)"))->spec().notices.empty());
}

TEST_F(TorchScript, WarnsThatTheFirstOfSeveralOutputsIsUsed) {
  VictimOptions tuple = options("return (x.flatten(1)[:, :3], x)", "Tuple[Tensor, Tensor]");
  const auto notices = load_torchscript(tuple)->spec().notices;
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(notices[0],
            "the model has 2 outputs, of which the first is taken as its scores; --output states another");
  tuple.output = "0";
  EXPECT_TRUE(load_torchscript(tuple)->spec().notices.empty());
  VictimOptions list = options("return [x.flatten(1)[:, :3], x.flatten(1)]", "List[Tensor]");
  const auto of_list = load_torchscript(list)->spec().notices;
  ASSERT_EQ(of_list.size(), 1U);
  expect_contains(of_list[0], "a list, the first element of which is taken as its scores");
  list.output = "1";
  EXPECT_TRUE(load_torchscript(list)->spec().notices.empty());
  EXPECT_EQ(load_torchscript(list)->spec().classes, kShape.size());
}

TEST_F(TorchScript, WarnsOfGreyImagesForAFrozenColourModel) {
  write_frozen_colour_classifier(path_);
  VictimOptions options;
  options.address = path_.string();
  for (const ImageShape& shape : {ImageShape{3, 1, 2}, kShape}) {
    options.data_shape = shape;
    const auto notices = load_torchscript(options)->spec().notices;
    ASSERT_EQ(notices.size(), shape.channels == 1 ? 1U : 0U);
    if (!notices.empty()) expect_contains(notices[0], "three equal channels");
  }
}

TEST_F(TorchScript, AFrozenModelMayHaveHalfPrecision) {
  VictimOptions options;
  options.address = path_.string();
  options.data_shape = kShape;
  options.data_shape->channels = 3;
  const Batch images = Batch::Constant(2, options.data_shape->size(), 0.75F);
  write_frozen_colour_classifier(path_, true);
  const auto half = load_torchscript(options);
  ASSERT_EQ(half->spec().notices.size(), 1U);
  expect_contains(half->spec().notices[0], "half precision");
  write_frozen_colour_classifier(path_);
  EXPECT_EQ(half->scores(images).values, load_torchscript(options)->scores(images).values);
}

TEST_F(TorchScript, ReportsAFailingForwardPass) {
  const auto victim = load_torchscript(options("assert x.max() < 2, 'too bright'\n  return x.flatten(1)"));
  try {
    victim->scores(Batch::Constant(1, 6, 3));
    FAIL();
  } catch (const VictimError& failure) {
    EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos) << failure.what();
    expect_contains(failure.what(), "too bright");
  }
}

TEST_F(TorchScript, MayTakeOneImageInACall) {
  // A model that was traced with one image.
  const VictimOptions one = options("return x.reshape([1, 6])");
  EXPECT_EQ(load_torchscript(one)->scores(ramp()).values, ramp());
}

TEST_F(TorchScript, NormalisesByMeansAndDeviations) {
  VictimOptions normalised = options("return x.flatten(1)");
  normalised.mean = {0.5F};
  normalised.deviation = {0.25F};
  EXPECT_LT((load_torchscript(normalised)->scores(ramp()).values - ((ramp().array() - 0.5F) / 0.25F).matrix())
                .cwiseAbs()
                .maxCoeff(),
            1e-6F);
}

TEST_F(TorchScript, RefusesModelsThatCannotBeVictims) {
  expect_contains(error(options("return x.sum()")), "expected");
  expect_contains(error(options("return x")), "is 4x1x2x3, expected 4 x classes");
  expect_contains(error(options("return x.flatten(1) / 0")),
                  "NaN or infinite scores: inf for class 0, in 4 of the first 4 images");
  expect_contains(error(options("return torch.sqrt(x.flatten(1) - 5)")), "NaN or infinite");
  expect_contains(error(options("return x.flatten(1) + torch.rand([1])")), "differ between two calls");
  expect_contains(error(options("return {'a': x, 'b': x}", "Dict[str, Tensor]")),
                  "the output is a dictionary of a, b; state which of them holds the scores (--output)");
  expect_contains(error(options("return 'text'", "str")), "expected a tensor");
  expect_contains(error(options("return torch.complex(x.flatten(1), x.flatten(1))")),
                  "the output is a complex tensor, expected a dense one of real numbers");
  expect_contains(error(options("return x.flatten(1).to_sparse()")), "the output is a sparse tensor");
  expect_contains(error(options("return torch.matmul(x.flatten(1), torch.ones([7, 3]))")),
                  "fails on images of 1x2x3");
  expect_contains(error(options("return torch.matmul(x.flatten(1), torch.ones([7, 3]))")),
                  "or change them (--resize N --crop N, --channels 3)");
  expect_contains(error(options("return x.reshape([3, 6])")),
                  "(queried with 4 images in one call, and with one per call); if these");
  expect_contains(error(options("return x.flatten(1)", "Tensor", R"({"output": {"classes": 10}})")),
                  "states 10 classes but gives 6");
  expect_contains(error(options("return x.flatten(1)", "Tensor", R"({"output": 7})")), "bora.json: output");
}

TEST_F(TorchScript, RefusesInvalidOptions) {
  auto model = options("return x.flatten(1)");
  const auto with = [&](auto change) {
    auto changed = model;
    change(changed);
    return error(changed);
  };
  expect_contains(with([](auto& o) { o.data_shape.reset(); }), "does not state its input shape");
  expect_contains(with([](auto& o) { o.input = ImageShape{1, 0, 3}; }), "1x0x3");
  expect_contains(with([](auto& o) { o.range = ValueRange{1, 1}; }), "range");
  expect_contains(with([](auto& o) { o.chunk = 0; }), "chunk is 0");
  expect_contains(with([](auto& o) { o.device = "gpu"; }), "device: 'gpu' is not one of cpu, cuda, cuda:N");
  expect_contains(with([](auto& o) { o.device = "cuda:"; }), "device: 'cuda:' is not one of");
  expect_contains(with([](auto& o) { o.device = "cuda:99"; }), "device cuda:99: ");
}

TEST_F(TorchScript, RefusesFilesThatAreNoTorchScript) {
  VictimOptions missing;
  missing.address = (directory_.path() / "missing.pt").string();
  expect_contains(error(missing), "no such file");
  missing.address = directory_.path().string();
  expect_contains(error(missing), "a directory");
  expect_contains(file_error(""), "the file is empty");
  expect_contains(file_error("hello, world, this is no archive"), "not a TorchScript archive");
  expect_contains(file_error("\x80\x02}q"), "a Python pickle");

  write_weights_only(path_);
  VictimOptions weights;
  weights.address = path_.string();
  expect_contains(error(weights), "weights only");
  expect_contains(error(weights), "torch.jit.script(model.eval()).save(\"m.pt\")");

  options("return x.flatten(1)");
  std::ifstream file(path_, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), {});
  for (const std::size_t kept : {whole.size() - 1, whole.size() / 2, std::size_t{100}})
    expect_contains(file_error(whole.substr(0, kept)), "truncated or damaged");
}

TEST_F(TorchScript, SaysHowToGiveOtherModels) {
  const auto refusal = [&](const std::string& name, const std::string& content) {
    VictimOptions other;
    other.address = (directory_.path() / name).string();
    std::ofstream(other.address, std::ios::binary) << content;
    return error(other);
  };
  const std::string folder = directory_.path().string();
  expect_contains(refusal("server.py", "import torch"), "given as exec:python " + folder + "/server.py");
  expect_contains(refusal("server", "#!/bin/sh"), "given as exec:" + folder + "/server");
  expect_contains(refusal("server.bin", "\177ELF\2"), "given as exec:" + folder + "/server.bin");
  const std::string program = "(exec:python server.py)",
                    save = "torch.jit.script(model.eval()).save(\"m.pt\")";
  expect_contains(refusal("m.h5", "\x89HDF\r\n"), "export the model to ONNX (tf2onnx), or let a program");
  expect_contains(refusal("m.pkl", "\x80\4"), save);
  expect_contains(refusal("m.pkl", "\x80\4"), program);
  const std::string weights("\x02\0\0\0\0\0\0\0{}", 10);
  expect_contains(refusal("m.safetensors", weights), save);
  expect_contains(refusal("m.pth", weights), save);
  expect_contains(refusal("m.tflite", "abcdTFL3"), program);
  VictimOptions command;
  command.address = "python " + folder + "/server.py";
  expect_contains(error(command), "no such file; a command is given as exec:python ");
}

}  // namespace
}  // namespace bora::models::torchscript_test
