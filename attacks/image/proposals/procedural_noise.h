// Procedural noise of computer graphics as perturbations: Perlin noise and Gabor noise (Co, Munoz-Gonzalez,
// de Maupeou and Lupu, "Procedural Noise Adversarial Examples for Black-Box Attacks on Deep Convolutional
// Networks", CCS 2019).
#pragma once

#include <array>

#include <Eigen/Core>

#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

/// Values of a noise function, stored as height x width.
using Noise = Eigen::ArrayXXd;

/// Permutation of 0 to 255 that assigns a gradient to each point of the integer lattice.
using PerlinLattice = std::array<int, 256>;
/// Draws a permutation with equal probabilities.
PerlinLattice draw_lattice(Rng& rng);

/// Parameters of Perlin noise whose colour map is a sine.
struct PerlinParameters {
  double wavelength_x = 8, wavelength_y = 8;  ///< wavelengths of the first octave, pixels, > 0
  int octaves = 1;  ///< >= 1; each has half the wavelength (lacunarity 2) and half the amplitude of the last
  double sine_frequency = 8;  ///< half periods of the sine between the smallest and the largest value
};

/// Returns sin(pi f n), where f is the frequency of the sine and n is Perlin's improved noise (2002) in two
/// dimensions, scaled to span [0, 1] in this image. The gradients are the eight unit vectors at multiples of
/// 45 degrees. Values are in [-1, 1].
Noise perlin_noise(int height, int width, const PerlinParameters& parameters, const PerlinLattice& lattice);

/// Parameters that define Gabor noise.
struct GaborParameters {
  double sigma = 2;       ///< standard deviation of the kernel's Gaussian, pixels, > 0
  double wavelength = 4;  ///< wavelength of the kernel's cosine, pixels, > 0
  double direction = 0;   ///< direction of the cosine, in radians: 0 to the right, pi/2 down
  int sides = 1;  ///< kernels summed, at directions spread evenly over half a turn: 1: anisotropic, many:
                  ///< nearly isotropic
};

/// Returns random weights for gabor_noise(), (height + 2 margin) x (width + 2 margin). As in the authors'
/// code, 23 of each 23 x 23 pixels have a weight uniform in [-1, 1]; all others have 0.
Eigen::MatrixXd draw_impulses(int height, int width, int margin, Rng& rng);

/// Returns the sum of Gabor kernels exp(-|r|^2 / (2 sigma^2)) cos(2 pi r.u / wavelength) around all pixels of
/// `impulses`, each multiplied by the weight of its pixel. A pixel has one kernel for each of the `sides`
/// directions, with unit vector u. Kernels are not truncated. The `margin` outermost pixels are left out of
/// the result. The scale is arbitrary, since only the sign is used.
Noise gabor_noise(const Eigen::MatrixXd& impulses, int margin, const GaborParameters& parameters);

}  // namespace bora::attacks
