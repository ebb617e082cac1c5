import Analysis
import Recording
import Statistics
import Tables

extension DependenceTest {
  /// The finding, or what is missing, in one or two sentences.
  var sentence: String {
    switch answer {
    case .notSeen: "\(subject.capitalisedFirst): nothing seen."
    case .harmless: "\(found.capitalisedFirst), which is too little to matter."
    case .shown:
      "\(found.capitalisedFirst)\(place), though both sides are the same program. Verdicts made here "
        + "raise more false alarms than promised: let nothing else run, and qualify again."
    case .notExcluded(let needed):
      "Too few pairs to rule out that a pair depends on the one before\(reach). \(needed) pairs of all "
        + "stories together are needed."
    case .untested(let missing): "Not tested: \(subject). \(missing.sentence)"
    }
  }

  /// The question, as a clause.
  private var subject: String {
    switch question {
    case .neighbours: "whether a pair depends on the one before"
    case .stretches(let size): "whether stretches of \(size) pairs lean to one side"
    case .wholeRun: "whether all pairs of the run lean to one side"
    case .betweenStretches(let size): "whether stretches of \(size) pairs differ from each other"
    case .betweenRuns: "a bias that lasts for a whole run and is different in the next"
    }
  }

  /// The finding of the measurements.
  private var found: String {
    switch (question, value) {
    case (_, .autocorrelation(let found)?):
      "pairs depend on the one before: autocorrelation \(found.words)"
    case (.stretches(let size), .component(let deviation, _)?):
      "stretches of \(size) pairs lean to one side, by \(NumberFormat.twoDigitPercent(deviation)) % beyond chance"
    case (.wholeRun, .component(let deviation, _)?):
      "all pairs of the run lean to one side, by \(NumberFormat.twoDigitPercent(deviation)) % beyond chance"
    case (.betweenStretches(let size), .component(let deviation, _)?):
      "stretches of \(size) pairs differ by \(NumberFormat.twoDigitPercent(deviation)) % beyond chance"
    case (.betweenRuns, .component(let deviation, _)?):
      "runs at different times differ by \(NumberFormat.twoDigitPercent(deviation)) % beyond chance"
    case (.neighbours, .component?), (_, nil): subject
    }
  }

  private var place: String { cell.map { ", most of all in \($0)" } ?? "" }

  private var reach: String {
    if case .autocorrelation(let found)? = value {
      " (the autocorrelation may be as high as \(found.shownUpper))"
    } else {
      ""
    }
  }
}

extension DependenceTest.Missing {
  fileprivate var sentence: String {
    switch self {
    case .pairs(let found, let needed):
      "That needs \(needed) pairs of each story; there are \(found)."
    case .qualifications(let found, let needed?):
      "That needs \(needed) qualifications at different times, an hour or more apart; there "
        + (found == 1 ? "is 1." : "are \(found).")
    case .qualifications(_, nil):
      "The pairs are too noisy for it, even over \(DependenceTest.maximum) qualifications at different "
        + "times."
    case .noise: "No pairs differ."
    }
  }
}

extension DependenceTest.Question {
  var title: String {
    switch self {
    case .neighbours: "Neighbouring pairs"
    case .stretches(let size): "Stretches of \(size)"
    case .wholeRun: "Whole run"
    case .betweenStretches(let size): "Between stretches of \(size)"
    case .betweenRuns: "Between runs"
    }
  }
}

extension Autocorrelation {
  /// With its interval, to hundredths.
  var words: String {
    "\(Self.hundredths(estimate)) (\(Self.hundredths(lower)) to \(Self.hundredths(upper)))"
  }

  fileprivate var shownUpper: String { Self.hundredths(upper) }

  private static func hundredths(_ value: Double) -> String {
    NumberFormat.decimals(2).string(for: value)
  }
}
