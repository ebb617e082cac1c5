import DriverProtocol
import MetricCatalog
import Recording

/// One run as JSON: its figures in base units, and its steps where they were asked for.
struct RunDocument: Encodable {
  let kind: RunKind
  let story: String
  let build: String
  let run: Int
  let layout: Int
  let pid: Int32?
  let ending: String
  let figures: [String: Double]
  let steps: [StepDocument]?

  init(_ run: Run, withSteps: Bool) {
    kind = run.kind
    story = run.story
    build = run.build
    self.run = run.round
    layout = run.layout
    pid = run.pid
    ending = run.failure?.reason.rawValue ?? "passed"
    figures = Dictionary(
      uniqueKeysWithValues: run.measurements.map { ($0.key.id, $0.value) })
    steps = withSteps ? run.steps.map(StepDocument.init) : nil
  }

  /// One step; times in ns, memory in bytes.
  struct StepDocument: Encodable {
    let story: String
    let label: String
    let repetitions: Int
    let start: Int64
    let end: Int64
    let cost: StepCost
    let driverShare: Int64
    let peakMemory: Int64
    let outcome: [String: Scalar]
    let digest: String?
    let refusal: String?
    let instructions: Int64?

    init(_ step: StepRecord) {
      story = step.story
      label = step.label
      repetitions = step.repetitions
      start = step.start
      end = step.end
      cost = step.inside
      driverShare = step.driverShare
      peakMemory = step.outside.peakMemory
      outcome = step.outcome
      digest = step.digest
      refusal = step.refusal
      instructions = step.instructions
    }
  }
}
