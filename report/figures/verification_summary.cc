#include "report/figures/verification_summary.h"

#include <algorithm>

namespace bora::report {

void VerificationSummary::add(const InstanceRecord& instance) {
  if (!instance.adversarial) return;
  ++examples;
  largest_distance = std::max(largest_distance, instance.adversarial->distance);
  if (!instance.verification) return;
  const VerificationRow& seen = *instance.verification;
  ++checked;
  within += seen.within ? 1 : 0;
  confirmed += seen.confirmed ? 1 : 0;
  passed += seen.within && seen.confirmed ? 1 : 0;
  largest_distance = std::max(largest_distance, seen.distance);
}

}  // namespace bora::report
