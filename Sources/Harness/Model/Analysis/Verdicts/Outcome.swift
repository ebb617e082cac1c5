import Recording

/// The outcome of a session, a comparison or a whole call of Rehearse; the worst of several counts.
///
/// In order of gravity, not of exit codes: a crash is graver than a regression, and a cell that could not be
/// compared hides no regression. The raw values are the words of JSON.
public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// All runs passed, and nothing is shown to have got worse.
  case passed
  /// Some gated cell is shown to be neither worse nor the same.
  case inconclusive
  /// There is nothing to compare with, or it can't be compared.
  case notComparable = "not-comparable"
  /// A gated cell is shown to be worse.
  case regression
  /// An app crashed, hung, or led to a wrong outcome, or a revision did not build.
  case appFailed = "app-failed"
  /// Rehearse could not measure a run, or its input can't be used.
  case toolFailed = "tool-failed"
  /// The user asked to stop.
  case interrupted

  /// The exit code of a program with this outcome.
  public var exitCode: Int32 {
    switch self {
    case .passed: 0
    case .toolFailed: 1
    case .regression: 2
    case .appFailed: 3
    case .inconclusive: 4
    case .notComparable: 5
    case .interrupted: 130
    }
  }

  /// Returns the outcome for a purpose: verdicts fail only a check, and inconclusive ones only a strict
  /// check.
  public func weighed(for purpose: Decision.Purpose) -> Outcome {
    switch (self, purpose) {
    case (.inconclusive, .strictCheck), (.regression, .check), (.regression, .strictCheck): self
    case (.inconclusive, _), (.regression, _): .passed
    default: self
    }
  }

  /// By gravity.
  public static func < (a: Self, b: Self) -> Bool { a.gravity < b.gravity }

  private var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The measurements that nothing is decided without.
public enum MissingMeasurements: Sendable, Hashable {
  /// Parts of several machines, as the end of a sentence.
  case parts(String)
  /// The end of measuring, which goes on or was stopped.
  case end

  /// The end of a sentence.
  public var words: String {
    switch self {
    case .parts(let words): words
    case .end: "measuring has not ended"
    }
  }
}

extension ExperimentAnalysis {
  /// A Boolean value indicating whether measuring was stopped, or goes on. What is combined from the store is not
  /// interrupted itself, though its parts may have been.
  public var isUnfinished: Bool { experiment.source.isMeasured && experiment.completedAt == nil }

  /// The missing measurements; nil if nothing is missing.
  public var missing: MissingMeasurements? { missingParts ?? (isUnfinished ? .end : nil) }

  /// The missing parts; nil if none is missing.
  var missingParts: MissingMeasurements? {
    experiment.partition?.missingWords.map(MissingMeasurements.parts)
  }

  /// The outcome of the runs, ignoring verdicts. An experiment that was stopped early, or still runs, is
  /// interrupted. What could not be measured is Rehearse's failure, not the app's.
  public var outcome: Outcome {
    if experiment.completedAt == nil { return .interrupted }
    let ofStories = runs.compactMap(\.storyFailure)
    if ofStories.contains(where: { $0.reason != .notMeasured }) { return .appFailed }
    // Something requested could not be measured or counted. Functions' work is counted if possible; their
    // times are explained anyway.
    let countsInform =
      experiment.decision?.purpose == .explanation && experiment.decision?.explained == nil
    let isMeasured =
      ofStories.isEmpty
      && !runs.contains {
        $0.countingFailure != nil && !countsInform || $0.cycleFailure != nil
      }
    return isMeasured ? .passed : .toolFailed
  }
}
