import Metrics

/// How long the parts of a step took: the requests of a load, or the repetitions of any other step.
public struct StepLatencies: Sendable, Equatable, Codable {
  /// All of them.
  public var all: LatencyHistogram
  /// Those of a load by request, none if they are not told apart; nil if they are of repetitions.
  public var requests: [OfRequest]?

  /// The latencies of one request of a load.
  public struct OfRequest: Sendable, Equatable, Codable {
    /// The request in one line, with its story: `list: GET /devices`.
    public var label: String
    /// Its latencies, none if nobody sent it.
    public var latencies: LatencyHistogram
  }

  /// The latencies of a load, in ns; the place of each among the requests' labels, if they are told apart.
  public init(_ latencies: [Int64], of labels: [String], at places: [Int]) {
    all = LatencyHistogram(latencies)
    var parts = [[Int64]](repeating: [], count: labels.count)
    for (place, latency) in zip(places, latencies) where parts.indices.contains(place) {
      parts[place].append(latency)
    }
    requests = zip(labels, parts).map { OfRequest(label: $0, latencies: LatencyHistogram($1)) }
  }

  /// The elapsed times of repetitions, in ns.
  public init(ofRepetitions times: [Int64]) {
    all = LatencyHistogram(times)
  }
}

extension Run {
  /// The story's own steps in words, and after them the requests of its loads. All tables of steps have this order.
  public var stepLabels: [String] { ownSteps.map(\.label) + requests.map(\.label) }

  private var requests: [StepLatencies.OfRequest] {
    ownSteps.flatMap { $0.latencies?.requests ?? [] }
  }

  /// The measurements of one of ``stepLabels`` by its place from 1, in base units; empty if there is none. A request
  /// has its latencies, and no costs.
  public func measurements(ofStep position: Int) -> [Metric: Double] {
    let (steps, index) = (ownSteps, position - 1)
    if steps.indices.contains(index) { return measurements(of: steps[index]) }
    let requests = self.requests
    guard requests.indices.contains(index - steps.count) else { return [:] }
    return meaningful(requests[index - steps.count].latencies.percentiles)
  }

  /// A step's latencies; nil if they were not measured, or mean nothing in this run: both sides of a duet share a CPU,
  /// so the time of a repetition is no more its own than wall time is.
  public func latencies(of step: StepRecord) -> StepLatencies? {
    guard let latencies = step.latencies, !isInTurns else { return nil }
    return kind.gives(latencies.requests == nil ? .wallTime : .latencyP50) ? latencies : nil
  }

  /// Leaves out what this kind of run, and its turns, do not measure.
  private func meaningful(_ values: [Metric: Double]) -> [Metric: Double] {
    values.filter { kind.gives($0.key) && !(isInTurns && $0.key.isChangedByTurns) }
  }

  /// The measurements of one of its steps, in base units. Steps have costs, but no CPU shares, which would
  /// need samples.
  public func measurements(of step: StepRecord) -> [Metric: Double] {
    if kind == .counted {
      // The run's own value shows which counter was used.
      let counted = Metric.instructionCounts.first { measurements[$0] != nil } ?? .instructions
      return step.instructions.map { [counted: Double($0)] } ?? [:]
    }
    let made = RunMeasurements(kind: kind, steps: [step], timeline: .empty, machineMemory: 0)
    var values = made.values.merging(made.values(ofServices: [:])) { own, _ in own }
    if let latencies = latencies(of: step), latencies.requests == nil {
      values.merge(latencies.all.percentiles) { own, _ in own }
    }
    return meaningful(values)
  }
}
