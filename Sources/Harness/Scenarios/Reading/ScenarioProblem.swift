import Yams

/// One mistake in a scenario file: where, what was found, what is allowed.
public struct ScenarioProblem: Sendable, Equatable, CustomStringConvertible {
  /// The position of the mistake.
  public let place: TextPosition
  /// The finding and why it is refused.
  public let found: String
  /// The advice; empty where that goes without saying.
  public let allowed: String
  /// The nearest known name, where one is near enough to be meant.
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

/// A scenario file that can't be used, with all of its mistakes in the file's order.
public struct InvalidScenario: Error, Equatable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  /// The problems; never empty.
  public let problems: [ScenarioProblem]

  package init(file: String, problems: [ScenarioProblem]) {
    (self.file, self.problems) = (file, problems)
  }

  /// One line a mistake: `file:line:column: …`.
  public var description: String {
    problems.map { "\(file):\($0)" }.joined(separator: "\n")
  }
}

/// Collects the mistakes of a file while it is read, so that one look shows all of them.
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

  /// All problems in the file's order, each once: an anchored node is read wherever it is used.
  package var inOrder: [ScenarioProblem] {
    let ordered = problems.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }.map(\.element)
    return ordered.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
