// The members of Plan, and plan_of_bytes().
#include <fmt/format.h>

#include "runtime/abi/plan_bytes.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"

namespace ssd::api {

std::string Plan::name() const { return data_->plan.name; }
std::uint64_t Plan::logical_bytes() const { return data_->plan.logical_bytes(); }
std::uint64_t Plan::page_bytes() const { return data_->plan.geometry.page_bytes; }
std::string Plan::text() const { return ssd::dump(data_->plan); }
std::string Plan::hash() const { return ssd::hash(data_->plan); }
std::string Plan::bytes() const { return ssd::encoded(data_->plan, data_->sources); }

std::vector<std::string> Plan::workloads() const {
  std::vector<std::string> names;
  for (const workload::Workload& workload : data_->plan.workloads) names.push_back(workload.name);
  return names;
}

bool operator==(const Plan& a, const Plan& b) { return a.data_->plan == b.data_->plan; }

Plan Plan::with(const TraceWorkload& trace) const {
  auto data = std::make_shared<Data>(Data{.plan = data_->plan, .sources = copied(data_->sources), .notes = {}});
  data->records = records_of(trace);
  data->plan.workloads = {workload_of(trace, data->records)};
  return Plan(std::move(data));
}

Result<Plan> plan_of_bytes(std::string_view bytes) {
  std::string fault;
  auto result = attempt<Plan>("run", [&](Environment&) -> std::optional<Plan> {
    auto data = std::make_shared<Plan::Data>();
    DecodedPlan decoded = decoded_plan(bytes, data->sources);
    fault = std::move(decoded.fault);
    if (!decoded.plan) return std::nullopt;
    data->plan = std::move(*decoded.plan);
    return Plan(std::move(data));
  });
  if (!result && result.diagnostics.empty())
    tell_fault(fmt::format("these bytes are not a Plan: {}", fault), result.diagnostics, result.text);
  return result;
}

}  // namespace ssd::api
