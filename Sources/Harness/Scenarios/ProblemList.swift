/// Collects the mistakes of a file while it is read, so that one look shows all of them.
final class ProblemList {
  private(set) var problems: [ScenarioProblem] = []

  func add(
    _ place: ScenarioProblem.Place, _ found: String, allowed: String = "",
    suggestion: String? = nil
  ) {
    problems.append(
      ScenarioProblem(place, found, allowed: allowed, suggestion: suggestion))
  }

  /// All problems in the file's order, each once: an anchored node is read wherever it is used.
  var inOrder: [ScenarioProblem] {
    let ordered = problems.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }.map(\.element)
    return ordered.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
