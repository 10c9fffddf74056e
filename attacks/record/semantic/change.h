// Changes of an image that preserve its meaning, such as those that cameras, light and storage cause.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Groups of changes, applied one after the other; within a group in the order of all_changes().
enum class ChangeGroup {
  geometry,  ///< changes of the camera's position
  colour,    ///< changes of light, and of the camera's response to it
  quality,   ///< disturbances between object and camera, and storage
};

struct Change {
  const char* name;  ///< as users type it
  const char* unit;  ///< "" for pure numbers
  const char* text;  ///< one-line description
  ChangeGroup group;
  double identity;     ///< the value that changes nothing
  double least, most;  ///< limits of its bounds
  bool coloured;       ///< applies to images of three channels only
  bool whole = false;  ///< takes whole numbers only
};

/// rotate, shear, scale, shift-x, shift-y; brightness, contrast, saturation, hue; texture, fog, blur, noise,
/// jpeg.
const std::vector<Change>& all_changes();
/// Returns the index that a name has in all_changes(). Throws InputError that suggests the nearest name.
int find_change(const std::string& name);

/// Content of the area that an image was moved away from.
enum class Border {
  black,    ///< it is black, as in Engstrom et al. 2019
  edge,     ///< the nearest pixel of the image is repeated
  reflect,  ///< the image, mirrored at its edge
};

/// Returns the names of a category's values, by number.
const std::vector<std::string>& border_names();
const std::vector<std::string>& texture_names();  ///< waves, stripes, checks
const std::vector<std::string>& group_orders();   ///< names such as "geometry colour quality"
/// Returns the groups of ordering `number`, in order of application.
std::vector<ChangeGroup> groups_in_order(int number);
/// Number of noise and fog patterns.
inline constexpr int kPatterns = 4;

}  // namespace bora::attacks
