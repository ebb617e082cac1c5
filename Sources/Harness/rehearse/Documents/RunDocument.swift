import Analysis
import DriverProtocol
import Metrics
import Recording
import Store

/// One run as JSON: its figures in base units, and its steps where they were asked for.
struct RunDocument: Encodable {
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
  let figures: [String: Double]
  let circumstances: RunCircumstances
  let contamination: ContaminationDocument?
  let steps: [StepDocument]?

  init(_ run: Run, of analysis: ExperimentAnalysis, withSteps: Bool) {
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
    figures = Dictionary(
      uniqueKeysWithValues: run.measurements.map { ($0.key.id, $0.value) })
    circumstances = run.circumstances
    contamination = ContaminationDocument(run, by: analysis.experiment.disturbanceRule)
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
    let tree: TreeCost?
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
      tree = step.outside.tree
      outcome = step.outcome
      digest = step.digest
      refusal = step.refusal
      instructions = step.instructions
    }
  }
}

extension ResultStore {
  /// A stored experiment's runs with all their steps, without samples.
  func runsWithSteps(of experiment: Experiment) throws(StoreError) -> [Run] {
    let number = experiment.number ?? 0
    return try withSteps(runs(of: number), of: number)
  }

  /// A stored experiment's runs, with the steps of the first lone run that passed of each story and
  /// build: they tell what the story did.
  func analysisWithSteps(of experiment: Experiment) throws(StoreError) -> ExperimentAnalysis {
    struct Side: Hashable {
      let story: String
      let build: String
    }
    var known: Set<Side> = []
    var runs = try runs(of: experiment.number ?? 0)
    for index in runs.indices {
      let run = runs[index]
      guard run.passed, Baseline.kinds.contains(run.kind),
        known.insert(Side(story: run.story, build: run.build)).inserted
      else { continue }
      runs[index].steps = try details(of: run).steps
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }
}
