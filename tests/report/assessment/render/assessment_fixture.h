// Reports of synthetic assessments, for tests of their formats and statements.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "report/assessment/synthetic_assessment.h"
#include "report/assessment/views/assessment_views.h"
#include "support/temporary_folder.h"

namespace bora::report::write_assessment_test {

using Json = nlohmann::json;

inline std::string without_scripts(std::string page) {
  page.erase(0, page.find("<body>"));
  page.erase(page.find("</html>"));
  for (const std::string name : {"script", "style"}) {
    const std::string end = "</" + name + ">";
    for (std::size_t at = page.find("<" + name); at != std::string::npos; at = page.find("<" + name))
      page.erase(at, page.find(end, at) + end.size() - at);
  }
  return page;
}

/// Returns the first error in the nesting of tags; "" if there is none.
inline std::string nesting_fault(const std::string& page) {
  static const std::set<std::string> kVoid{"meta", "img", "br", "wbr", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos) return "a tag that does not end";
    const bool closes = page[at + 1] == '/';
    const bool closed = page[end - 1] == '/';
    const std::size_t first = at + (closes ? 2 : 1);
    const std::string name = page.substr(first, page.find_first_of(" >/\n", first) - first);
    if (kVoid.count(name) > 0 || closed) continue;
    if (!closes) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return "</" + name + "> within <" + (open.empty() ? "" : open.back()) + ">: " + page.substr(at, 80);
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

class WriteAssessment : public ::testing::Test {
 protected:
  const Assessment& read(const SyntheticAssessment& assessment) {
    write_synthetic_assessment(assessment, folder_.path());
    read_ = read_assessment(folder_.path());
    return read_;
  }
  std::string html(const SyntheticAssessment& assessment) {
    read(assessment);
    return assessment_html(read_, summarise(read_));
  }
  std::string text(const SyntheticAssessment& assessment) {
    read(assessment);
    return assessment_text(read_, summarise(read_));
  }
  Json json(const SyntheticAssessment& assessment) {
    read(assessment);
    return parse_valid_json(assessment_json(read_, summarise(read_)));
  }
  Assessment read_;
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

}  // namespace bora::report::write_assessment_test
