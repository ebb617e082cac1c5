import Analysis
import Metrics
import Recording
import Reports
import Statistics

/// The explanation of a story's change, as JSON; times in ns per run, blocks or bytes per run or cycle.
public struct ExplanationDocument: Encodable {
  let story: String
  let baseline: String
  let candidate: String
  let metric: String
  /// The reason why there is no explanation; nil if there is one.
  let reason: String?
  let pairs: Int?
  let samples: Sides<Int>?
  let lostSamples: Sides<Int>?
  let total: Change?
  let notLocated: EstimateDocument?
  /// The time of threads that were ready to run, but had no CPU; nil if there was none.
  let runQueue: Change?
  /// A Boolean value indicating whether ``runQueue`` includes threads that were woken; nil without it.
  let runQueueHasWakeUps: Bool?
  let sentence: String?
  let notes: [String]
  let functions: [Function]
  /// Swift's object types; empty for CPU time.
  let types: [ObjectType]

  /// A document. `decision` says which builds are compared, and in which metric.
  public init(_ explained: StoryExplanation, of decision: Decision) {
    story = explained.story
    (baseline, candidate) = (decision.baseline, decision.candidate)
    metric = (decision.explained ?? .cpuTime).id
    switch explained.answer {
    case .explained(let explanation):
      types = explanation.types.map { ObjectType(name: $0.type, change: Change($0.change)) }
      reason = nil
      pairs = explanation.pairs
      samples = Sides(explanation.samples)
      lostSamples = Sides(explanation.lostSamples)
      total = Change(explanation.total)
      notLocated = EstimateDocument(explanation.notLocated.difference)
      runQueue = explanation.runQueue.map(Change.init)
      runQueueHasWakeUps = explanation.runQueue.map { _ in explanation.hasWakeUps }
      sentence = ExplanationText.sentence(explanation)
      notes = explanation.caveats.map {
        ExplanationText.words($0, of: explained.story, in: explanation.metric)
      }
      functions = explanation.functions.map(Function.init)
    case .unexplained(let why):
      reason = ExplanationText.words(why, of: explained.story)
      (pairs, samples, lostSamples, total, notLocated) = (nil, nil, nil, nil, nil)
      (sentence, notes, functions, types) = (nil, [], [], [])
      (runQueue, runQueueHasWakeUps) = (nil, nil)
    }
  }

  struct Sides<Value: Encodable>: Encodable {
    let baseline: Value
    let candidate: Value

    init(_ pair: Pair<Value>) { (baseline, candidate) = (pair.baseline, pair.candidate) }
  }

  /// The means of both sides, and their difference: of times and waits that of the pairs, not of the means.
  struct Change: Encodable {
    let baseline: Double
    let candidate: Double
    let difference: EstimateDocument
    let pValue: Double?
    let isShown: Bool

    init(_ change: CostChange) {
      (baseline, candidate) = (change.baseline, change.candidate)
      difference = EstimateDocument(change.difference)
      (pValue, isShown) = (change.pValue, change.isShown)
    }
  }

  struct ObjectType: Encodable {
    let name: String
    let change: Change
  }

  struct Function: Encodable {
    let name: String
    let module: String
    let kind: ModuleKind
    let isShown: Bool
    let change: ChangeKind?
    let isInlined: Sides<Bool>
    let own: Change
    let inclusive: Change
    /// Nil if waits were not counted.
    let waits: Change?
    let work: Sides<Work>?

    init(_ change: FunctionChange) {
      (name, module, kind) = (change.function.name, change.function.module, change.function.kind)
      (isShown, self.change) = (change.isShown, change.kind)
      isInlined = Sides(change.isInlined)
      (own, inclusive) = (Change(change.own), Change(change.inclusive))
      waits = change.waits.map(Change.init)
      work = change.work.map {
        Sides(Pair(baseline: Work($0.baseline), candidate: Work($0.candidate)))
      }
    }
  }

  struct Work: Encodable {
    let calls: Int64
    let ownInstructions: Int64
    let instructions: Int64?

    init(_ count: CallCounts.Count) {
      (calls, ownInstructions, instructions) = (count.calls, count.own, count.inclusive)
    }
  }
}
