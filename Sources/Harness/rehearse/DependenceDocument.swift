import Comparing
import MetricCatalog
import Statistics

/// One test of whether pairs are independent and lean to neither side, as JSON; shares and ratios,
/// never percent.
struct DependenceDocument: Encodable {
  let question: String
  /// Of how many pairs a stretch is.
  var pairs: Int?
  let answer: String
  var pValue: Double?
  var autocorrelation: AutocorrelationDocument?
  /// By which share stretches or runs are apart beyond what single pairs explain.
  var deviation: Double?
  /// How many times the variance is what independent pairs make of it.
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
    switch test.figure {
    case .autocorrelation(let found)?: autocorrelation = AutocorrelationDocument(found)
    case .component(let deviation, let variances)?:
      (self.deviation, self.variances) = (deviation, variances)
    case nil: break
    }
    cell = test.cell.map(CellPlace.init)
  }

  /// The estimate with its 95 % interval.
  struct AutocorrelationDocument: Encodable {
    let estimate: Double
    let lower: Double
    let upper: Double

    init(_ found: Autocorrelation) {
      estimate = found.estimate
      lower = found.lower
      upper = found.upper
    }
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
