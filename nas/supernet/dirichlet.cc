#include "nas/supernet/dirichlet.h"

#include <algorithm>
#include <numeric>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/_dirichlet_grad.h>
#include <ATen/ops/_sample_dirichlet.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full_like.h>

namespace bora::nas {
namespace {

at::Tensor row_of(const std::vector<double>& values) {
  auto row = at::empty({1, static_cast<std::int64_t>(values.size())}, at::kDouble);
  std::ranges::copy(values, row.data_ptr<double>());
  return row;
}

std::vector<double> values_of(const at::Tensor& row) {
  return {row.data_ptr<double>(), row.data_ptr<double>() + row.numel()};
}

}  // namespace

DirichletDraw draw_dirichlet(const std::vector<double>& concentration, std::uint64_t seed) {
  return {
      values_of(at::_sample_dirichlet(row_of(concentration), at::make_generator<at::CPUGeneratorImpl>(seed))),
      concentration};
}

std::vector<double> DirichletDraw::pullback(const std::vector<double>& of_shares) const {
  const auto row = row_of(concentration);
  const double total = std::accumulate(concentration.begin(), concentration.end(), 0.0);
  auto gradient = values_of(at::_dirichlet_grad(row_of(shares), row, at::full_like(row, total)));
  // If a share grows, all others shrink in proportion to their size.
  const double common = std::inner_product(shares.begin(), shares.end(), of_shares.begin(), 0.0);
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] *= of_shares[i] - common;
  return gradient;
}

}  // namespace bora::nas
