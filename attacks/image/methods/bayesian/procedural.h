// Attack by procedural noise (Co et al., CCS 2019): Bayesian optimisation of the few parameters of a noise
// function.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/procedural_noise.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::attacks {

struct ProceduralOptions {
  std::string pattern = "perlin";       ///< perlin | gabor
  int initial = 5;                      ///< number of first queries, a Latin hypercube
  void read(AttackSettings& settings);  ///< throws InputError
  int opening_queries() const { return initial; }
};

/// Attack whose queries add epsilon times the sign of a noise image to every channel. A Gaussian process
/// (Matern-5/2, one lengthscale per parameter, learnt noise) and GP-UCB choose the parameters of the noise:
///
/// - perlin: two wavelengths, the octaves (1 to 4) and the frequency of the sine (4 to 32);
/// - gabor: sigma, wavelength, direction and the number of sides (1 to 12).
///
/// Ranges are those of the authors' code for images of 299 pixels per side (Gabor: 224), scaled to the
/// shorter side; no wavelength is below 2 pixels and no sigma below half a pixel. Differences from the paper:
/// wavelengths and sigma are searched on a logarithmic scale; the lattice and the impulses are drawn with the
/// attack's seed; noise whose signs were queried before is not queried again; Gabor kernels are isotropic and
/// not truncated at 23 pixels.
class ProceduralAttack : public Attack<Pixels> {
 public:
  ProceduralAttack(AttackProblem problem, const ProceduralOptions& options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override;

 private:
  /// Parameter of the noise and the range that is searched.
  struct Parameter {
    double low, high;          // low < high
    bool logarithmic = false;  // whether it is searched on a logarithmic scale
    bool whole = false;        // whether it is an integer
    /// Returns the value that belongs to a position in [0, 1].
    double at(double position) const;
  };
  /// Function from the values of the parameters to the noise.
  using MakeNoise = std::function<Noise(const Eigen::VectorXd& values)>;

  // Set the parameters and the noise function, with random parts drawn from `rng`.
  void set_perlin(Rng& rng);
  void set_gabor(Rng& rng);

  /// Returns the noise whose parameters have these positions in [0, 1]^4.
  Noise noise_at(const Eigen::VectorXd& point) const;

  AttackProblem problem_;
  std::vector<Parameter> parameters_;
  MakeNoise make_noise_;
  surrogates::BoxOptimiser optimiser_;
  std::int64_t asked_ = 0;                              // number of the last trial
  std::string signs_;                                   // signs of its noise, one character for each pixel
  std::unordered_map<std::string, double> objectives_;  // objectives of the signs that were queried
};

}  // namespace bora::attacks
