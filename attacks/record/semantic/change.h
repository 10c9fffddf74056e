// Semantic changes: changes of an image that preserve its meaning, as cameras, light and storage cause them.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Groups of changes. Groups are applied one after the other, and the changes of a group in the order of
/// all_changes().
enum class ChangeGroup {
  geometry,  ///< changes of the camera's position
  colour,    ///< changes of light, and of the camera's response to it
  quality,   ///< disturbances between object and camera, and storage
};

/// Kind of change with one real-valued parameter.
struct Change {
  const char* name;  ///< name as users type it
  const char* unit;  ///< "" for pure numbers
  const char* text;  ///< one-line description
  ChangeGroup group;
  double identity;     ///< value that changes nothing
  double least, most;  ///< smallest and largest value that bounds may have
  bool coloured;       ///< whether it needs images of three channels
  bool whole = false;  ///< whether values are whole numbers
};

/// Returns all changes: rotate, shear, scale, shift-x, shift-y; brightness, contrast, saturation, hue;
/// texture, fog, blur, noise, jpeg.
const std::vector<Change>& all_changes();
/// Returns the index that a change has in all_changes(). Throws InputError that suggests the nearest name.
int find_change(const std::string& name);

/// Content of the area that a moved image leaves uncovered.
enum class Border {
  black,    ///< black pixels, as in Engstrom et al. 2019
  edge,     ///< nearest pixel that the image has
  reflect,  ///< image mirrored at its edge
};

const std::vector<std::string>& border_names();   ///< names of Border's values, by number
const std::vector<std::string>& texture_names();  ///< names of textures: waves, stripes, checks
const std::vector<std::string>& group_orders();   ///< 6 orders, such as "geometry colour quality"
/// Returns the groups in the order group_orders()[number], 0 <= number < 6.
std::vector<ChangeGroup> groups_in_order(int number);
/// Number of different random patterns of noise, and of fog.
inline constexpr int kPatterns = 4;

}  // namespace bora::attacks
