// Changes of an image that leave its meaning as it is, such as cameras, light and storage make.
#pragma once

#include <string>
#include <vector>

namespace bora {

/// What an image goes through, one group after the other. Within a group the order is that of all_changes().
enum class ChangeGroup {
  geometry,  ///< where the camera stands
  colour,    ///< the light and how the camera sees it
  quality,   ///< what lies between, and how the image is kept
};

struct Change {
  const char* name;  ///< as users type it
  const char* unit;  ///< "" of pure numbers
  const char* text;  ///< a line saying what it is
  ChangeGroup group;
  double identity;     ///< the value that changes nothing
  double least, most;  ///< bounds may not reach beyond
  bool coloured;       ///< of images of three channels alone
  bool whole = false;  ///< takes whole numbers alone
};

/// rotate, shear, scale, shift-x, shift-y; brightness, contrast, saturation, hue; texture, fog, blur, noise,
/// jpeg.
const std::vector<Change>& all_changes();
/// Index into all_changes(). Throws InputError with the nearest valid name.
int find_change(const std::string& name);

/// What stands in an image's place where it was moved away.
enum class Border {
  black,    ///< as Engstrom et al. 2019 have it
  edge,     ///< the nearest pixel of the image
  reflect,  ///< the image, mirrored at its edge
};

/// The words of categories, by their numbers.
const std::vector<std::string>& border_names();
const std::vector<std::string>& texture_names();  ///< waves, stripes, checks
const std::vector<std::string>& group_orders();   ///< "geometry colour quality", ...
/// Of order `number`: the groups, first to last.
std::vector<ChangeGroup> groups_in_order(int number);
/// So many patterns of noise and of fog there are.
inline constexpr int kPatterns = 4;

}  // namespace bora
