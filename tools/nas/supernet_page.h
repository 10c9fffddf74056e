// What a search's supernet found, for its page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/nas/search_store.h"

namespace bora {

/// HTML made of ranking.csv or course.csv in folder/supernet; nothing where there is no supernet. `trials`:
/// the search's, which are shown beside.
std::string supernet_html(const std::filesystem::path& folder, const std::vector<SearchTrial>& trials);

}  // namespace bora
