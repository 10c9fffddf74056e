// Procedural noise as an attack (Co et al., CCS 2019): Bayesian optimisation of the few parameters of a noise
// function.
#pragma once

#include <functional>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/procedural_noise.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::attacks {

struct ProceduralOptions {
  std::string pattern = "perlin";       ///< perlin | gabor
  int initial = 5;                      ///< first queries, a Latin hypercube
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Each query adds epsilon times the sign of a noise, the same in every channel. A Gaussian process
/// (Matern-5/2, one lengthscale a parameter, noise learnt) and GP-UCB choose its parameters:
///
/// - perlin: two wavelengths, the octaves (1 to 4) and the frequency of the sine (4 to 32);
/// - gabor: sigma, wavelength, direction and the number of sides (1 to 12).
///
/// Ranges are those of the authors' code, for images of 299 pixels a side (Gabor: 224), scaled to the shorter
/// side; no wavelength is below 2 pixels and no sigma below half a pixel. Departs from the paper in: both
/// wavelengths are searched on a logarithmic scale; the lattice and the impulses are drawn with the attack's
/// seed; Gabor kernels are not cut off after 23 pixels, and are round.
class ProceduralAttack : public Attack<Pixels> {
 public:
  ProceduralAttack(AttackProblem problem, const ProceduralOptions& options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override;

 private:
  /// Number that a search chooses.
  struct Parameter {
    double low, high;  // low < high
    bool logarithmic = false;
    bool whole = false;
    /// Returns the value that lies at a position in [0, 1].
    double at(double position) const;
  };
  /// Function that makes the noise of these values, one for each parameter.
  using MakeNoise = std::function<Noise(const Eigen::VectorXd& values)>;

  void search_perlin(Rng& rng);
  void search_gabor(Rng& rng);

  AttackProblem problem_;
  std::vector<Parameter> parameters_;
  MakeNoise make_noise_;
  surrogates::BoxOptimiser optimiser_;
  std::int64_t asked_ = 0;  // number of the last trial
};

}  // namespace bora::attacks
