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
