#include "report/figures/verification_summary.h"

#include <algorithm>

namespace bora::report {

void VerificationSummary::add(const InstanceRecord& instance) {
  if (!instance.adversarial) return;
  ++examples;
  largest_linf = std::max(largest_linf, instance.adversarial->distance);
  if (!instance.verification) return;
  const VerificationRow& seen = *instance.verification;
  ++checked;
  within += seen.within ? 1 : 0;
  confirmed += seen.confirmed ? 1 : 0;
  passed += seen.within && seen.confirmed ? 1 : 0;
  largest_linf = std::max(largest_linf, seen.distance);
}

}  // namespace bora::report
