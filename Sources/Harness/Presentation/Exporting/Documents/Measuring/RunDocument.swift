import Analysis
import DriverProtocol
import Metrics
import Recording

/// One run as JSON: its measurements in base units, and its steps if requested.
public struct RunDocument: Encodable {
  let kind: RunKind
  let arrangement: Arrangement?
  let story: String
  let build: String
  let run: Int
  let attempt: Int
  let superseded: Bool
  let layout: Int
  let pid: Int32?
  let ending: String
  let measurements: [String: Double]
  let cycles: CycleSeries?
  let circumstances: RunCircumstances
  let interference: InterferenceDocument?
  let steps: [StepDocument]?

  /// A run's document.
  public init(_ run: Run, of analysis: ExperimentAnalysis, withSteps: Bool) {
    kind = run.kind
    arrangement = run.arrangement
    story = run.story
    build = run.build
    self.run = run.round
    attempt = run.attempt
    superseded = analysis.tries.superseded.contains { $0.id == run.id }
    layout = run.layout
    pid = run.pid
    ending = run.failure?.reason.rawValue ?? "passed"
    measurements = Dictionary(uniqueKeysWithValues: run.measurements.map { ($0.key.id, $0.value) })
    cycles = run.cycles
    circumstances = run.circumstances
    interference = InterferenceDocument(run, by: analysis.experiment.interferenceRule)
    steps = withSteps ? run.steps.map { StepDocument($0, of: run) } : nil
  }

  /// One step; times in ns, memory in bytes.
  struct StepDocument: Encodable {
    let story: String
    let label: String
    let repetitions: Int
    let items: Int?
    let start: Int64
    let end: Int64
    let cost: Cost
    let driverShare: Int64
    let peakMemory: Bytes?
    let tree: TreeCost?
    let outcome: [String: Scalar]
    let digest: String?
    let refusal: String?
    let instructions: Int64?
    let allocations: AllocationCost?
    let services: [String: ServiceCost]?
    let latencies: [LatencyDocument]?

    init(_ step: StepRecord, of run: Run) {
      story = step.story
      label = step.label
      repetitions = step.repetitions
      items = step.items
      start = step.start
      end = step.end
      cost = step.inside
      driverShare = step.driverShare.nanoseconds
      peakMemory = step.outside.peakMemory
      tree = step.tree
      outcome = step.outcome
      digest = step.digest
      refusal = step.refusal
      instructions = step.instructions
      allocations = step.allocations
      services = step.services.isEmpty ? nil : step.services
      latencies = run.latencies(of: step).map { latencies in
        [LatencyDocument(latencies.all, of: nil)]
          + (latencies.requests ?? []).map { LatencyDocument($0.latencies, of: $0.label) }
      }
    }
  }

  /// How long requests or repetitions took, in ns.
  struct LatencyDocument: Encodable {
    /// The request; left out if it is all of the step.
    let request: String?
    let count: Int
    let mean: Double
    let percentiles: [String: Double]

    init(_ latencies: LatencyHistogram, of request: String?) {
      self.request = request
      count = latencies.count
      mean = latencies.mean
      percentiles = Dictionary(
        uniqueKeysWithValues: latencies.percentiles.map { ($0.key.id, $0.value) })
    }
  }
}
