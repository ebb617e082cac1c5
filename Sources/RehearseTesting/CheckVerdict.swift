import Foundation

/// The result of a call of `rehearse check`.
struct CheckVerdict: Sendable, Equatable {
  /// A Boolean value indicating whether nothing was shown to be worse.
  let passed: Bool
  /// The sentences that say what happened.
  private(set) var text: String
  /// A Boolean value indicating whether it passed, but not all was compared or decided, or the verdicts say less
  /// than they seem to.
  private(set) var isReserved = false
  /// The experiments whose pages show more.
  let experiments: [Int64]
  /// Their pages, once they exist.
  private(set) var pages: [String] = []

  /// Creates the verdict on the scenario `name` from the status and the output; only both together can pass.
  init(_ end: ExecutableEnd, of name: String) {
    let results = Result<[CheckedComparison], any Error> {
      try JSONDecoder().decode([CheckedComparison].self, from: Data(end.output.utf8))
    }
    switch (end.way, results) {
    case (.exited(0), .success(let results)) where !results.isEmpty:
      let wrong = results.filter { $0.status != "passed" }
      passed = wrong.isEmpty
      experiments = (wrong.isEmpty ? results.filter(\.isOpen) : wrong)
        .compactMap(\.experiment.number)
      if let first = wrong.first {
        text = "\(name): the status is 0, but the result is '\(first.status)': \(first.sentences)"
      } else {
        let said = results.map { "\(name): \($0.isOpen ? "Inconclusive. " : "")\($0.sentences)" }
        text = (said + end.notes).joined(separator: "\n")
        isReserved = results.contains(where: \.isReserved)
      }
    case (.exited(0), _):
      passed = false
      experiments = []
      text = "\(name): the status is 0, but no verdict was printed.\(end.lastWords)"
    case (let way, .success(let results)) where results.contains { $0.status != "passed" }:
      passed = false
      let wrong = results.filter { $0.status != "passed" }
      experiments = wrong.compactMap(\.experiment.number)
      let heading = way == .exited(4) ? "Inconclusive, which fails a strict check. " : ""
      text = wrong.map { "\(name): \(heading)\($0.sentences)" }.joined(separator: "\n")
      // A status that the results don't explain, such as a signal's.
      if !wrong.contains(where: { way == .exited($0.code) }) { text += "\n\(way.words)" }
    case (let way, _):
      passed = false
      experiments = []
      text = "\(name): \(way.words)\(end.lastWords)"
    }
  }

  /// Adds the result of `rehearse report --json`.
  mutating func add(page end: ExecutableEnd, of experiment: Int64, in folder: String) {
    let written = try? JSONDecoder().decode([String: String].self, from: Data(end.output.utf8))
    guard end.way == .exited(0), let page = written?["report"] else {
      text += "\nExperiment \(experiment) has no page. \(end.way.words)\(end.lastWords)"
      return
    }
    pages.append(page.hasPrefix("/") ? page : "\(folder)/\(page)")
  }
}

/// The parts of a comparison in the output of `rehearse check --json` that this library reads; the
/// whole format is in Docs/schemas/comparisons.schema.json.
private struct CheckedComparison: Decodable {
  struct Judgement: Decodable {
    struct NewStories: Decodable {}

    let outcome: String
    let newStories: NewStories?
    let reservations: [String]?
  }

  struct Experiment: Decodable {
    let number: Int64?
  }

  let status: String
  let summary: String
  let warnings: [String]
  let judgement: Judgement
  let experiment: Experiment

  /// The last sentence on the terminal, and its notes.
  var sentences: String { ([summary] + warnings).joined(separator: "\n") }

  /// A Boolean value indicating whether something was not decided.
  var isOpen: Bool { judgement.outcome == "inconclusive" }

  /// A Boolean value indicating whether a reader must know more than that it passed.
  var isReserved: Bool {
    isOpen || judgement.newStories != nil || judgement.reservations != nil || !warnings.isEmpty
  }

  /// The exit status for this status; an unknown one counts as a failure of Rehearse.
  var code: Int32 {
    [
      "passed": 0, "regression": 2, "app-failed": 3, "inconclusive": 4, "not-comparable": 5,
      "interrupted": 130,
    ][status] ?? 1
  }
}

extension ExecutableEnd {
  /// The notes on measuring, such as fewer pairs than planned; no result has them.
  fileprivate var notes: [String] {
    errors.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("note: ") }.map(String.init)
  }

  /// The end of standard error, which contains errors.
  fileprivate var lastWords: String {
    let lines = errors.split(whereSeparator: \.isNewline).suffix(20)
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n")
  }
}

extension ExecutableEnd.Way {
  fileprivate var words: String {
    switch self {
    case .exited(1): "Rehearse failed, or its input can't be used (status 1)."
    case .exited(2): "A regression (status 2)."
    case .exited(3): "The app failed, or a revision did not build (status 3)."
    case .exited(4): "Inconclusive (status 4)."
    case .exited(5): "No baseline, or not comparable (status 5)."
    case .exited(64): "Rehearse was called wrongly (status 64)."
    case .exited(130): "Interrupted (status 130)."
    case .exited(let status): "Rehearse ended with the status \(status), which has no meaning."
    case .signalled(let signal): "Rehearse was ended by signal \(signal)."
    }
  }
}
