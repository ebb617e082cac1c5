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
  public var description: String { problems.map { "\(file):\($0)" }.joined(separator: "\n") }
}
