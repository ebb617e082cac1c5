import Analysis
import Experimenting
import Metrics
import Recording
import Reports
import Statistics

/// The qualification of a machine, as JSON.
public struct QualificationDocument: Encodable {
  /// Nil if nothing was tried that could qualify a machine.
  let qualified: Bool?
  let status: Outcome
  let summary: String
  let advice: [String]
  let build: String
  let pairs: Int
  let arrangements: [ArrangementDocument]
  let falseAlarmRate: RateDocument?
  let falseAlarmRates: [RateDocument]
  let dependence: [DependenceDocument]
  let cells: [CellDocument]
  let untried: [String]
  let experiment: ExperimentDocument

  /// A qualification's document.
  public init(_ result: QualificationResult) {
    let qualification = result.qualification
    qualified = qualification.hasNothingToQualify ? nil : qualification.isQualified
    status = result.outcome
    summary = Headline.sentence(qualification)
    advice = qualification.advice.map(\.description)
    build = qualification.build
    pairs = qualification.pairs
    arrangements = qualification.arrangements.map {
      ArrangementDocument(arrangement: $0.arrangement, stories: $0.stories)
    }
    falseAlarmRate = qualification.falseAlarmRate.map(RateDocument.init)
    falseAlarmRates = qualification.falseAlarmRates.map(RateDocument.init)
    dependence = qualification.dependence.tests.map(DependenceDocument.init)
    cells = qualification.cells.map(CellDocument.init)
    untried = qualification.untried
    experiment = ExperimentDocument(result.analysis, status: result.outcome)
  }

  /// How the pairs of some stories were scheduled.
  struct ArrangementDocument: Encodable {
    let arrangement: Arrangement
    let stories: [String]
  }

  /// Simulated runs with exchanged sides of pairs, and how many were called worse.
  struct RateDocument: Encodable {
    /// Nil for all pairs of a run.
    let together: Int?
    let runs: Int
    let alarms: Int
    let share: Double

    init(_ rate: FalseAlarmRate) {
      together = rate.together
      runs = rate.runs
      alarms = rate.alarms
      share = rate.share
    }
  }

  /// A gated cell; shares and ratios, never percent.
  struct CellDocument: Encodable {
    let story: String
    let step: Int?
    let metric: String
    let verdict: String?
    let falseAlarm: Bool
    let repeats: Bool
    let noise: NoiseDocument?
    let wanted: Double
    let pairsNeeded: Int?
    let detectable: [DetectableDocument]

    init(_ cell: QualifiedCell) {
      story = cell.name.story
      step = cell.name.step?.position
      metric = cell.name.metric.id
      verdict = cell.outcome.verdict?.rawValue
      falseAlarm = cell.isFalseAlarm
      repeats = cell.repeats
      noise = cell.noise.map(NoiseDocument.init)
      wanted = cell.wanted
      pairsNeeded = cell.pairsNeeded
      // JSON has no infinity.
      detectable = cell.detectable.map {
        DetectableDocument(pairs: $0.pairs, ratio: $0.ratio.isFinite ? $0.ratio : nil)
      }
    }
  }

  /// The noise of ln(candidate / baseline).
  struct NoiseDocument: Encodable {
    let pairs: Int
    let runs: RunKind
    let standardDeviation: Double
    let robustDeviation: Double

    init(_ noise: CellNoise) {
      pairs = noise.pairs
      runs = noise.kind
      standardDeviation = noise.standardDeviation
      robustDeviation = noise.robustDeviation
    }
  }

  /// The smallest ratio that this many pairs show.
  struct DetectableDocument: Encodable {
    let pairs: Int
    let ratio: Double?
  }
}

/// The state of a machine's qualification as JSON: `missing`, `valid`, `unfit` or `drifted`, and the
/// experiment's number.
struct QualificationStateDocument: Encodable {
  let state: String
  let experiment: Int64?
  var differences: [String]?
  var reasons: [String]?
  var drifts: [Drift]?

  /// A cell whose pairs are noisier than before: robust deviations of ln ratio.
  struct Drift: Encodable {
    let story: String
    let step: Int?
    let metric: String
    let now: Double
    let then: Double
  }

  init(_ state: QualificationState) {
    switch state {
    case .missing(let outdated):
      self.state = "missing"
      experiment = outdated?.experiment
      differences = outdated?.differences
    case .valid(let number):
      self.state = "valid"
      experiment = number
    case .unfit(let number, let advice):
      self.state = "unfit"
      experiment = number
      reasons = advice.map(\.description)
    case .drifted(let number, let cells):
      self.state = "drifted"
      experiment = number
      drifts = cells.map {
        Drift(
          story: $0.now.name.story, step: $0.now.name.step?.position, metric: $0.now.name.metric.id,
          now: $0.now.robustDeviation, then: $0.then.robustDeviation)
      }
    }
  }
}

/// One test of whether pairs are independent and lean to neither side, as JSON; shares and ratios, never
/// percent.
struct DependenceDocument: Encodable {
  let question: String
  var pairs: Int?
  let answer: String
  var pValue: Double?
  var autocorrelation: EstimateDocument?
  /// How far apart, as a share, stretches or runs are beyond what single pairs explain.
  var deviation: Double?
  /// The variance as a multiple of that of independent pairs.
  var variances: Double?
  var cell: CellPlace?
  var found: Int?
  var needed: Int?

  init(_ test: DependenceTest) {
    switch test.question {
    case .neighbours: question = "neighbours"
    case .stretches(let size): (question, pairs) = ("stretches", size)
    case .wholeRun: question = "whole-run"
    case .betweenStretches(let size): (question, pairs) = ("between-stretches", size)
    case .betweenRuns: question = "between-runs"
    }
    switch test.answer {
    case .notSeen: answer = "not-seen"
    case .notExcluded(let needed): (answer, self.needed) = ("not-excluded", needed)
    case .harmless: answer = "harmless"
    case .shown: answer = "shown"
    case .untested(.pairs(let found, let needed)):
      (answer, self.found, self.needed) = ("untested", found, needed)
    case .untested(.qualifications(let found, let needed)):
      (answer, self.found, self.needed) = ("untested", found, needed)
    case .untested(.noise): answer = "untested"
    }
    pValue = test.pValue
    switch test.value {
    case .autocorrelation(let found)?:
      autocorrelation = EstimateDocument(
        estimate: found.estimate, lower: found.lower, upper: found.upper)
    case .component(let deviation, let variances)?:
      (self.deviation, self.variances) = (deviation, variances)
    case nil: break
    }
    cell = test.cell.map(CellPlace.init)
  }

  /// The cell that stands out.
  struct CellPlace: Encodable {
    let story: String
    let step: Int?
    let metric: String

    init(_ name: CellName) {
      story = name.story
      step = name.step?.position
      metric = name.metric.id
    }
  }
}
