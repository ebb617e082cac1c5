import Comparing
import MetricCatalog
import Recording
import Reporting

/// What a machine can tell apart, as JSON.
struct QualificationDocument: Encodable {
  let qualified: Bool
  let status: ExitStatus
  let summary: String
  let advice: [String]
  let build: String
  let pairs: Int
  let arrangements: [ArrangementDocument]
  let falseAlarmRate: RateDocument?
  let falseAlarmRates: [RateDocument]
  let dependence: [DependenceDocument]
  let cells: [CellDocument]
  let experiment: ExperimentDocument

  init(_ result: QualificationResult) {
    let qualification = result.qualification
    qualified = result.isQualified
    status = result.status
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
    experiment = ExperimentDocument(result.analysis, status: result.status)
  }

  /// How the pairs of some stories lay in time.
  struct ArrangementDocument: Encodable {
    let arrangement: Arrangement
    let stories: [String]
  }

  /// Whole runs with the sides of their pairs exchanged, and how many of them were called worse.
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
      verdict = cell.outcome.verdict?.verdict.rawValue
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

  /// The smallest ratio that so many pairs show.
  struct DetectableDocument: Encodable {
    let pairs: Int
    let ratio: Double?
  }
}
