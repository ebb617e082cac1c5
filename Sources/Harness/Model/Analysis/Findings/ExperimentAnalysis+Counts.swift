import DriverProtocol
import Metrics
import Recording
import Statistics

/// Findings about counts of instructions and of allocations.
extension ExperimentAnalysis {
  /// Larger relative differences between counts of instructions are reported. In a fixed environment counts
  /// repeat to the instruction; Swift's start alone moves them by 1.5 millionths.
  static let steadyCounts = 2e-6

  /// Missing counts of instructions, and those that did not repeat.
  var unsteadyCounts: [Finding] {
    // The decision may explain already why they are missing.
    (experiment.decision?.uncounted == nil ? failedCounts(countedRuns) : [])
      + stories.flatMap { story in builds.compactMap { unsteadyInstructions(story, $0) } }
  }

  /// Missing counts of allocations, and those that did not repeat.
  var unsteadyAllocations: [Finding] {
    let counted = runs.filter { $0.kind == .allocations }
    return failedCounts(counted)
      + stories.flatMap { story in
        builds.compactMap { build in
          unsteady(counted.filter { $0.story == story && $0.build == build }, story, build)
        }
      }
  }

  /// One finding for all runs of one kind whose counts failed; empty if none did.
  private func failedCounts(_ counted: [Run]) -> [Finding] {
    let failed = counted.filter { $0.countingFailure != nil }
    guard let first = failed.first, let failure = first.countingFailure else { return [] }
    let sides = failed.map { CountedSide(story: $0.story, build: $0.build) }.uniqued
    let all = counted.count { sides.contains(CountedSide(story: $0.story, build: $0.build)) }
    return [
      .failedCounts(sides, count: failed.count, of: all, reason: failure.message, kind: first.kind)
    ]
  }

  private func unsteadyInstructions(_ story: String, _ build: String) -> Finding? {
    // The processor's counts never repeat exactly; their statistics show how well.
    let cell = Cell(story: story, build: build, metric: .instructions)
    guard let counts = distribution(of: cell)?.sorted, let minimum = counts.first,
      let maximum = counts.last, maximum - minimum > Self.steadyCounts * minimum
    else { return nil }
    return .unsteadyCounts(
      story: story, build: build, minimum: minimum, maximum: maximum, runs: counts.count)
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
