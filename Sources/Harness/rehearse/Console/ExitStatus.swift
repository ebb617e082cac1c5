import ArgumentParser
import Analysis
import Recording

/// How the program ends; the worst outcome wins.
enum ExitStatus: Int32, Comparable, CaseIterable, Encodable {
  // In order of gravity, which is not that of the codes.
  /// All went well.
  case passed = 0
  /// It is not known whether something got worse; only where that is to fail.
  case inconclusive = 4
  /// There is nothing to compare with, or what there is can't be compared.
  case notComparable = 5
  /// Something got worse.
  case regression = 2
  /// A run crashed, hung, or led to a wrong outcome, or a revision did not build.
  case appFailed = 3
  /// The tool failed, or its input can't be used.
  case toolFailed = 1
  /// The user asked to stop.
  case interrupted = 130

  /// The status of a judgement.
  /// - Parameter purpose: what it was made for, which decides whether verdicts are failures.
  init(_ outcome: JudgementOutcome, of purpose: Decision.Purpose) {
    self =
      switch (outcome, purpose) {
      case (.passed, _): .passed
      case (.inconclusive, .strictCheck): .inconclusive
      case (.inconclusive, _): .passed
      case (.notComparable, _): .notComparable
      case (.regression, .check), (.regression, .strictCheck): .regression
      case (.regression, _): .passed
      case (.appFailed, _): .appFailed
      case (.toolFailed, _): .toolFailed
      }
  }

  /// The word that stands for it in JSON.
  var word: String {
    switch self {
    case .passed: "passed"
    case .inconclusive: "inconclusive"
    case .notComparable: "not-comparable"
    case .regression: "regression"
    case .appFailed: "app-failed"
    case .toolFailed: "tool-failed"
    case .interrupted: "interrupted"
    }
  }

  static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.gravity < b.gravity }

  private var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }

  /// What ends the program with this status.
  var code: ExitCode { ExitCode(rawValue) }

  /// Ends the program with this status, unless all went well.
  func exit() throws {
    if self != .passed { throw code }
  }
}
