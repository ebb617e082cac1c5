/// Collects the mistakes while a file is read, so that all are reported together.
package final class ProblemList {
  private var problems: [ScenarioProblem] = []

  package init() {}

  /// A Boolean value indicating whether so much is wrong that nobody needs the probable name of each: it is looked for
  /// among all names, which are thousands in such a file.
  var isLong: Bool { problems.count >= 100 }

  func add(
    _ place: TextPosition, _ found: String, allowed: String = "",
    suggestion: String? = nil
  ) {
    problems.append(ScenarioProblem(place, found, allowed: allowed, suggestion: suggestion))
  }

  /// Returns what was read of a file.
  /// - Throws: ``InvalidScenario`` if there are problems.
  package func checked<Value>(_ value: Value?, of file: String) throws(InvalidScenario) -> Value {
    guard let value, problems.isEmpty else { throw InvalidScenario(file: file, problems: inOrder) }
    return value
  }

  /// All problems in file order, each once: an anchored node is read wherever it is used.
  ///
  /// Equal problems have the same place, so each is compared only with those of its place.
  private var inOrder: [ScenarioProblem] {
    let ordered = problems.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }.map(\.element)
    return ordered.reduce(into: []) { problems, problem in
      let ofPlace = problems.reversed().prefix { $0.place == problem.place }
      if !ofPlace.contains(problem) { problems.append(problem) }
    }
  }
}
