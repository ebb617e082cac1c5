import Yams

/// A mistake in a scenario file: where, what was found, what is allowed.
public struct ScenarioProblem: Sendable, Equatable, CustomStringConvertible {
  /// The position of the mistake.
  public let place: TextPosition
  /// What was found, and why it is refused.
  public let found: String
  /// What is allowed; empty if that is obvious.
  public let allowed: String
  /// The nearest known name, if it is near enough.
  public let suggestion: String?

  package init(
    _ place: TextPosition, _ found: String, allowed: String = "", suggestion: String? = nil
  ) {
    self.place = place
    self.found = found
    self.allowed = allowed
    self.suggestion = suggestion
  }

  /// `12:7: unknown key 'step'; allowed: after, steps, title. Did you mean 'steps'?`
  public var description: String {
    var text = "\(place.line):\(place.column): \(found)"
    if !allowed.isEmpty { text += "; allowed: \(allowed)" }
    text += "."
    if let suggestion { text += NearestName.hint(suggestion) }
    return text
  }
}

/// An unusable scenario file, with all of its mistakes in file order: several values, not one case.
public struct InvalidScenario: Error, Equatable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  /// The problems; never empty.
  public let problems: [ScenarioProblem]

  package init(file: String, problems: [ScenarioProblem]) {
    (self.file, self.problems) = (file, problems)
  }

  /// One line per mistake: `file:line:column: …`.
  public var description: String {
    problems.map { "\(file):\($0)" }.joined(separator: "\n")
  }
}

/// Collects the mistakes while a file is read, so that all are reported together.
package final class ProblemList {
  package private(set) var problems: [ScenarioProblem] = []

  package init() {}

  func add(
    _ place: TextPosition, _ found: String, allowed: String = "",
    suggestion: String? = nil
  ) {
    problems.append(
      ScenarioProblem(place, found, allowed: allowed, suggestion: suggestion))
  }

  /// All problems in file order, each once: an anchored node is read wherever it is used.
  package var inOrder: [ScenarioProblem] {
    let ordered = problems.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }.map(\.element)
    return ordered.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
