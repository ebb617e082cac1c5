import Costs
import Metrics
import Recording

/// Findings about counts of allocations.
extension ExperimentAnalysis {
  /// Missing counts of allocations, and those that did not repeat.
  var unsteadyAllocations: [Finding] {
    let counted = runs.filter { $0.kind == .allocations }
    if counted.isEmpty { return [] }
    let failed = failedSides(of: counted).map {
      Finding.failedAllocations($0.sides, count: $0.count, of: $0.all, reason: $0.reason)
    }
    return [failed].compactMap(\.self)
      + stories.flatMap { story in
        builds.compactMap { build in
          unsteady(counted.filter { $0.story == story && $0.build == build }, story, build)
        }
      }
  }

  /// The finding for one story and build; nil if every metric of the driver repeats.
  private func unsteady(_ runs: [Run], _ story: String, _ build: String) -> Finding? {
    let counts = runs.filter(\.passed).compactMap { $0.measurements[.allocations] }
    guard let minimum = counts.min(), let maximum = counts.max(), minimum < maximum else {
      return nil
    }
    let threads = runs.flatMap(\.ownSteps).compactMap(\.allocations?.threads).max() ?? 1
    return .unsteadyAllocations(
      story: story, build: build, minimum: minimum, maximum: maximum, runs: counts.count,
      threads: threads)
  }
}
