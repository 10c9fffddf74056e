// Results of a search's supernet, for the page of the search.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/nas/search_store.h"

namespace bora {

/// Returns HTML made of ranking.csv or course.csv in folder/supernet; "" where there is no supernet.
/// `trials`: the trials of the search, which are shown beside it.
std::string supernet_html(const std::filesystem::path& folder, const std::vector<SearchTrial>& trials);

}  // namespace bora
