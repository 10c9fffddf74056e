#include "models/graphs/graph_network_modules.h"

#include <cmath>

#include "common/random.h"

namespace bora::models {
namespace {

// Methods that all networks share. Each edge is stored in both directions. Edges are sorted by target, and
// those of node i begin at offsets[i], so sums over the neighbours of a node are sums over consecutive edges.
// embedding_bag computes these many times faster than gather and index_add, and without a temporary row for
// each edge. `weight` has one value for each directed edge.
constexpr const char* kPropagate = R"(
def offsets_of(self, nodes: int, target: Tensor) -> Tensor:
  counts = torch.bincount(target, minlength=nodes)
  return torch.cumsum(counts, 0) - counts

def propagate(self, x: Tensor, source: Tensor, offsets: Tensor, weight: Tensor) -> Tensor:
  return torch.embedding_bag(x, source, offsets, False, 0, False, weight)[0]

def weighted_degrees(self, source: Tensor, offsets: Tensor, weight: Tensor) -> Tensor:
  ones = torch.ones([offsets.size(0), 1], dtype=weight.dtype, device=weight.device)
  return self.propagate(ones, source, offsets, weight).squeeze(1)
)";

// Readouts by Readout's value: the maximum of the rows of each graph, their sum divided by
// GraphScaling::nodes, or their mean.
constexpr const char* kReadout[] = {
    R"(
def readout(self, x: Tensor, batch: Tensor, graphs: int) -> Tensor:
  start = torch.zeros([graphs, x.size(1)], dtype=x.dtype, device=x.device)
  return torch.scatter_reduce(start, 0, batch.unsqueeze(1).expand_as(x), x, "amax", include_self=False)
)",
    R"(
def readout(self, x: Tensor, batch: Tensor, graphs: int) -> Tensor:
  start = torch.zeros([graphs, x.size(1)], dtype=x.dtype, device=x.device)
  return torch.index_add(start, 0, batch, x) / self.input.nodes
)",
    R"(
def readout(self, x: Tensor, batch: Tensor, graphs: int) -> Tensor:
  start = torch.zeros([graphs, x.size(1) + 1], dtype=x.dtype, device=x.device)
  sums = torch.index_add(start, 0, batch, torch.cat([x, torch.ones_like(x[:, :1])], 1))
  return sums[:, :-1] / sums[:, -1:]
)"};

// Kipf and Welling's renormalised adjacency D^-1/2 (A + I) D^-1/2, where the degrees D include the loops.
// Returns its entries for all edges and for the loops.
constexpr const char* kRenormalised = R"(
def renormalised(self, source: Tensor, target: Tensor, offsets: Tensor, weight: Tensor) -> Tuple[Tensor, Tensor]:
  root = torch.rsqrt(1 + self.weighted_degrees(source, offsets, weight))
  return weight * root[source] * root[target], (root * root).unsqueeze(1)
)";

// Entries of the normalised adjacency D^-1/2 A D^-1/2; 0 for nodes of degree 0. Their degree is replaced
// before the square root; otherwise the gradient would be NaN.
constexpr const char* kNormalised = R"(
def normalised(self, source: Tensor, target: Tensor, offsets: Tensor, weight: Tensor) -> Tensor:
  degree = self.weighted_degrees(source, offsets, weight)
  alone = degree <= 0
  root = torch.rsqrt(degree.masked_fill(alone, 1.0)).masked_fill(alone, 0.0)
  return weight * root[source] * root[target]
)";

// Entries of D^-1 A, which averages over neighbours.
constexpr const char* kAveraged = R"(
def averaged(self, source: Tensor, target: Tensor, offsets: Tensor, weight: Tensor) -> Tensor:
  degree = self.weighted_degrees(source, offsets, weight)
  return weight / degree.masked_fill(degree <= 0, 1.0)[target]
)";

// Returns the ceil(ratio n) nodes with the largest scores of each graph of n nodes, ascending. Among equal
// scores, the first nodes are kept.
constexpr const char* kTop = R"(
def top(self, score: Tensor, batch: Tensor, graphs: int, ratio: float) -> Tensor:
  order = torch.argsort(score, stable=True, dim=0, descending=True)
  order = order[torch.argsort(batch[order], stable=True, dim=0)]
  counts = torch.bincount(batch, minlength=graphs)
  rank = torch.arange(score.size(0), device=batch.device) - (torch.cumsum(counts, 0) - counts)[batch[order]]
  kept = rank < torch.clamp(torch.ceil(counts * ratio - 1e-4), min=1)[batch[order]]
  return torch.sort(order[kept])[0]
)";

constexpr const char* kForward = R"(
def classify(self, embedding: Tensor) -> Tensor:
  return torch.linear(embedding, self.output.weight, self.output.bias)

def forward(self, x: Tensor, edge_index: Tensor, batch: Tensor, edge_weight: Optional[Tensor] = None) -> Tensor:
  weight = torch.ones([edge_index.size(1)], dtype=x.dtype, device=x.device)
  if edge_weight is not None:
    weight = edge_weight
  return self.classify(self.embed(x, edge_index, batch, weight))
)";

// Builder of a network: collects its layers and the statements of its method embed, which computes the
// readout from `x` (nodes x features).
class Builder {
 public:
  Builder() : unit_(std::make_shared<torch::jit::CompilationUnit>()), root_(make("BoraGraphNetwork")) {
    define(kPropagate);
  }

  void define(const std::string& method) { root_.define(method); }

  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    body_ += "  " + fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  void linear(const std::string& name, int in, int out, bool bias = true) {
    auto layer = make(name);
    weight(layer, "weight", {out, in});
    if (bias) weight(layer, "bias", {out});
    root_.register_module(name, layer);
  }

  // Adds a layer that consists of one vector of weights.
  void vector(const std::string& name, int size, float value) {
    auto layer = make(name);
    layer.register_parameter("weight", torch::full({size}, value).requires_grad_(true), false);
    root_.register_module(name, layer);
  }

  void norm(const std::string& name, int width) {
    auto layer = make(name);
    layer.register_parameter("weight", torch::ones({width}).requires_grad_(true), false);
    weight(layer, "bias", {width});
    layer.register_buffer("running_mean", torch::zeros({width}));
    layer.register_buffer("running_var", torch::ones({width}));
    root_.register_module(name, layer);
  }

  // Adds the scaling. Leaves out steps without effect.
  void scaling(const GraphScaling& scaling, Readout readout) {
    const bool columns = !scaling.mean.empty(), sums = readout == Readout::sum;
    if (!columns && !sums) return;
    auto layer = make("input");
    if (columns) {
      layer.register_buffer("mean", torch::tensor(scaling.mean));
      layer.register_buffer("deviation", torch::tensor(scaling.deviation));
      line("x = (x - self.input.mean) / self.input.deviation");
    }
    if (sums) layer.register_buffer("nodes", torch::full({1}, scaling.nodes, torch::kFloat32));
    root_.register_module("input", layer);
  }

  torch::jit::Module finish(int embedding, int classes) {
    linear("output", embedding, classes);
    root_.define(
        "def embed(self, x: Tensor, edge_index: Tensor, batch: Tensor, weight: Tensor) -> Tensor:\n"
        "  order = torch.argsort(edge_index[1], stable=True, dim=0)\n"
        "  source = edge_index[0][order]\n"
        "  target = edge_index[1][order]\n"
        "  weight = weight[order]\n"
        "  offsets = self.offsets_of(x.size(0), target)\n"
        "  graphs = int(batch.max().item()) + 1\n" +
        body_);
    define(kForward);
    return root_;
  }

 private:
  torch::jit::Module make(const std::string& name) const {
    torch::jit::Module module(c10::QualifiedName("__torch__." + name), unit_, /*shouldMangle=*/true);
    module.register_attribute("training", c10::BoolType::get(), false);
    return module;
  }

  static void weight(torch::jit::Module& layer, const std::string& name, std::vector<std::int64_t> shape) {
    layer.register_parameter(name, torch::zeros(shape).requires_grad_(true), /*is_buffer=*/false);
  }

  std::shared_ptr<torch::jit::CompilationUnit> unit_;
  torch::jit::Module root_;
  std::string body_;
};

// Returns the expression of batch normalisation over the nodes. A single node has no variance, so it gets the
// running statistics, also during training.
std::string script_norm(const std::string& layer, const std::string& x) {
  return fmt::format(
      "torch.batch_norm({0}, self.{1}.weight, self.{1}.bias, self.{1}.running_mean, self.{1}.running_var, "
      "self.training and x.size(0) > 1, 0.1, 1e-5, False)",
      x, layer);
}

std::string script_linear(const std::string& layer, const std::string& x) {
  return fmt::format("torch.linear({}, self.{}.weight, self.{}.bias)", x, layer, layer);
}

// Adds a graph convolution with a rectifier, x -> relu(A' x W + b), where A' has the entries `scale` and, for
// loops, `own`. The product with W comes first, because it reduces the width of one-hot features.
void add_convolution(Builder& net, const std::string& layer, int in, int out) {
  net.linear(layer, in, out);
  net.line("h = torch.matmul(x, self.{}.weight.t())", layer);
  net.line("x = torch.relu(own * h + self.propagate(h, source, offsets, scale) + self.{}.bias)", layer);
}

int build_gcn(Builder& net, const GraphArchitecture& architecture, int features) {
  net.define(kRenormalised);
  net.line("scale, own = self.renormalised(source, target, offsets, weight)");
  for (int i = 1; i <= architecture.layers; ++i)
    add_convolution(net, fmt::format("conv{}", i), i == 1 ? features : architecture.width,
                    architecture.width);
  net.line("return self.readout(x, batch, graphs)");
  return architecture.width;
}

int build_gin(Builder& net, const GraphArchitecture& architecture, int features) {
  const int width = architecture.width;
  net.line("levels = [self.readout(x, batch, graphs)]");
  for (int i = 1; i < architecture.layers; ++i) {
    const std::string layer = fmt::format("layer{}", i);
    const std::string epsilon = layer + "_epsilon";
    net.vector(epsilon, 1, 0);
    net.linear(layer + "_first", i == 1 ? features : width, width);
    net.norm(layer + "_first_norm", width);
    net.linear(layer + "_second", width, width);
    net.norm(layer + "_norm", width);
    // The perceptron's first product is linear, so it can precede the sum over neighbours.
    net.line("h = torch.matmul(x, self.{}_first.weight.t())", layer);
    net.line("h = (1 + self.{}.weight) * h + self.propagate(h, source, offsets, weight) + self.{}_first.bias",
             epsilon, layer);
    net.line("h = torch.relu({})", script_norm(layer + "_first_norm", "h"));
    net.line("x = torch.relu({})", script_norm(layer + "_norm", script_linear(layer + "_second", "h")));
    net.line("levels.append(self.readout(x, batch, graphs))");
  }
  net.line("return torch.cat(levels, 1)");
  return features + (architecture.layers - 1) * width;
}

// Each layer computes sum_k T_k(L) x W_k for L = -D^-1/2 A D^-1/2 by Clenshaw's recurrence on the products
// x W_k, which come first for the same reason as in add_convolution().
int build_cheb(Builder& net, const GraphArchitecture& architecture, int features) {
  const int width = architecture.width;
  const int terms = architecture.filter;
  net.define(kNormalised);
  net.line("scale = -self.normalised(source, target, offsets, weight)");
  for (int i = 1; i <= architecture.layers; ++i) {
    const std::string layer = fmt::format("conv{}", i);
    auto in = i == 1 ? features : width;
    for (int k = 0; k < terms; ++k)
      net.linear(fmt::format("{}_term{}", layer, k), in, width, /*bias=*/k == 0);
    const auto term = [&](int k) {
      return fmt::format("torch.matmul(x, self.{}_term{}.weight.t())", layer, k);
    };
    net.line("after = torch.zeros_like({})", term(0));
    net.line("now = torch.zeros_like(after)");
    for (int k = terms - 1; k >= 1; --k) {
      net.line("next = {} - after + 2 * self.propagate(now, source, offsets, scale)", term(k));
      net.line("after = now");
      net.line("now = next");
    }
    net.line("x = torch.relu({} - after + self.propagate(now, source, offsets, scale) + self.{}_term0.bias)",
             term(0), layer);
  }
  net.line("return self.readout(x, batch, graphs)");
  return width;
}

int build_sage(Builder& net, const GraphArchitecture& architecture, int features) {
  net.define(kAveraged);
  net.line("scale = self.averaged(source, target, offsets, weight)");
  for (int i = 1; i <= architecture.layers; ++i) {
    const std::string layer = fmt::format("conv{}", i);
    const int in = i == 1 ? features : architecture.width;
    net.linear(layer + "_own", in, architecture.width);
    net.linear(layer + "_neighbours", in, architecture.width, /*bias=*/false);
    net.line("h = torch.matmul(x, self.{}_neighbours.weight.t())", layer);
    net.line("x = torch.relu({} + self.propagate(h, source, offsets, scale))",
             script_linear(layer + "_own", "x"));
  }
  net.line("return self.readout(x, batch, graphs)");
  return architecture.width;
}

// On the way down, each pooling scores the nodes by a learnt direction, keeps those with the highest scores,
// and multiplies their rows by the sigmoid of the score, through which the direction gets a gradient. On the
// way up, each unpooling adds the rows to those of the same nodes before the pooling.
int build_unet(Builder& net, const GraphArchitecture& architecture, int features) {
  const int width = architecture.width;
  net.define(kRenormalised);
  net.define(kTop);
  constexpr const char* kScales = "scale, own = self.renormalised(source, target, offsets, weight)";
  net.line(kScales);
  add_convolution(net, "down0", features, width);
  net.line("whole_batch = batch");
  for (int i = 1; i <= architecture.layers; ++i) {
    net.line("x{0}, source{0}, offsets{0}, scale{0}, own{0} = x, source, offsets, scale, own", i);
    const std::string layer = fmt::format("pool{}", i);
    net.vector(layer, width, 0);
    net.line("score = torch.matmul(x, self.{0}.weight) / torch.norm(self.{0}.weight)", layer);
    net.line("kept{} = self.top(score, batch, graphs, float({}))", i, architecture.ratio);
    net.line("place = torch.zeros_like(batch) - 1");
    net.line("place[kept{0}] = torch.arange(kept{0}.size(0), device=x.device)", i);
    net.line("x = x[kept{0}] * torch.sigmoid(score[kept{0}]).unsqueeze(1)", i);
    net.line("batch = batch[kept{}]", i);
    net.line("inside = (place[source] >= 0) & (place[target] >= 0)");
    net.line("source, target, weight = place[source[inside]], place[target[inside]], weight[inside]");
    net.line("offsets = self.offsets_of(x.size(0), target)");
    net.line(kScales);
    add_convolution(net, fmt::format("down{}", i), width, width);
  }
  for (int i = architecture.layers; i >= 1; --i) {
    net.line("x = torch.index_add(x{0}, 0, kept{0}, x)", i);
    net.line("source, offsets, scale, own = source{0}, offsets{0}, scale{0}, own{0}", i);
    add_convolution(net, fmt::format("up{}", i), width, width);
  }
  net.line("return self.readout(x, whole_batch, graphs)");
  return width;
}

// Draws the weights. Each depends only on the seed and its name.
void initialise(torch::jit::Module& module, std::uint64_t seed) {
  const torch::NoGradGuard no_grad;
  for (const auto& item : module.named_parameters(/*recurse=*/true)) {
    auto values = item.value;
    const bool direction = item.name.rfind("pool", 0) == 0;
    if (values.dim() == 1 && !direction) continue;  // biases, batch normalisation, epsilons
    Rng rng(mix_seed(seed, item.name));
    // He-normal before a rectifier; smaller in the output layer, which has none. A pooling uses only the
    // direction of its vector, so any scale will do.
    const double gain = item.name.rfind("output", 0) == 0 ? 1.0 : 2.0;
    const double deviation = direction ? 1.0 : std::sqrt(gain / static_cast<double>(values.size(1)));
    float* weights = values.data_ptr<float>();
    for (std::int64_t i = 0; i < values.numel(); ++i)
      weights[i] = static_cast<float>(deviation * rng.normal());
  }
}

}  // namespace

torch::jit::Module make_graph_module(const GraphNetworkOptions& options) {
  options.check();
  const auto& architecture = options.architecture;
  const int features = options.features.width();
  Builder net;
  net.scaling(options.scaling, architecture.readout);
  net.define(kReadout[static_cast<int>(architecture.readout)]);
  int embedding = 0;
  if (architecture.kind == "gcn") embedding = build_gcn(net, architecture, features);
  if (architecture.kind == "gin") embedding = build_gin(net, architecture, features);
  if (architecture.kind == "cheb") embedding = build_cheb(net, architecture, features);
  if (architecture.kind == "sage") embedding = build_sage(net, architecture, features);
  if (architecture.kind == "unet") embedding = build_unet(net, architecture, features);
  auto module = net.finish(embedding, options.classes);
  initialise(module, options.seed);
  return module;
}

}  // namespace bora::models
