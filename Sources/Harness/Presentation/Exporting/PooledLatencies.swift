import Analysis
import DriverProtocol
import Metrics
import Recording

/// The latencies of a load, of one of its requests, or of a step's repetitions on one build, over all runs of the kind
/// that counts.
struct PooledLatencies {
  let story: String
  let build: String
  /// The request or the step; nil for a whole load.
  let step: String?
  let latencies: LatencyHistogram
  /// The time of the runs' steps together, in which users came, in seconds.
  let seconds: Double
  /// The number of users in all runs; nil if unknown.
  let users: Int?

  fileprivate init(_ parts: [TimedPart], story: String, build: String) {
    (self.story, self.build, step) = (story, build, parts.first?.label)
    latencies = LatencyHistogram(merging: parts.map(\.latencies))
    // Numbers of a damaged store may be any, so they may overflow.
    seconds = parts.reduce(0) { $0 + Double($1.record.end &- $1.record.start) * $1.share / 1e9 }
    let users = parts.compactMap { part -> Int? in
      guard case .integer(let count)? = part.record.outcome["users"] else { return nil }
      return count
    }
    self.users = users.count == parts.count ? users.reduce(0, &+) : nil
  }
}

extension ExportedExperiment {
  /// All latencies, story by story and build by build: those of a load, and after them by request.
  var latencies: [PooledLatencies] {
    analysis.stories.flatMap { story -> [PooledLatencies] in
      let runs = analysis.runs.filter { $0.story == story && $0.passed && !$0.timedParts.isEmpty }
      let kinds = Metric.latencyP50.kinds
      guard let kind = kinds.first(where: { kind in runs.contains { $0.kind == kind } }) else {
        return []
      }
      return analysis.builds.flatMap { build -> [PooledLatencies] in
        let parts = runs.filter { $0.build == build && $0.kind == kind }.flatMap(\.timedParts)
        return Dictionary(grouping: parts, by: \.number)
          .sorted { $0.key.lexicographicallyPrecedes($1.key) }
          .map { PooledLatencies($0.value, story: story, build: build) }
      }
    }
  }
}

/// A step, a load or a request of one run.
private struct TimedPart {
  /// The numbers of its step and of its request, the same in all runs of a story. Those with the same label share
  /// the first one's.
  let number: [Int]
  let label: String?
  let latencies: LatencyHistogram
  let record: StepRecord
  /// The share of the elapsed time in which users came: in a pair the other side's have half of it.
  let share: Double
}

extension Run {
  fileprivate var timedParts: [TimedPart] {
    let steps = ownSteps
    let share = if case .load? = arrangement { 0.5 } else { 1.0 }
    return steps.flatMap { step -> [TimedPart] in
      guard let latencies = latencies(of: step) else { return [] }
      // Other tools tell parts apart by their labels alone.
      let index = steps.firstIndex { $0.label == step.label } ?? 0
      let requests = latencies.requests ?? []
      let all = TimedPart(
        number: [index], label: latencies.requests == nil ? step.label : nil,
        latencies: latencies.all, record: step, share: share)
      return [all]
        + requests.filter { !$0.latencies.buckets.isEmpty }.map { request in
          let place = requests.firstIndex { $0.label == request.label } ?? 0
          return TimedPart(
            number: [index, place], label: request.label, latencies: request.latencies,
            record: step, share: share)
        }
    }
  }
}
