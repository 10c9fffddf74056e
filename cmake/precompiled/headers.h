// Precompiled header with the includes that nearly every file of a library needs. It halves the time of a
// full build. Nothing relies on it: each file includes what it uses, and the dev preset builds without it,
// which reveals a forgotten include.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Cholesky>
#include <Eigen/Core>
