// Results of a search's supernet, for the page of the search.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/search_store.h"

namespace bora::report {

/// Returns HTML made of ranking.csv or course.csv in folder/supernet; "" where there is no supernet.
/// `trials`: the trials of the search, which are shown beside it.
std::string supernet_html(const std::filesystem::path& folder, const std::vector<SearchTrial>& trials);

}  // namespace bora::report
