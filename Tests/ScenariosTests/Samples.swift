import Scenarios

/// Scenario files as text, and what the parser says of them.
enum Samples {
  static let driver = "driver: { product: app-driver }"
  static let builds = "builds: { only: { command: [app] } }"
  static let stories = """
    stories:
      list:
        steps:
          - list: {}
            expect: { count: 1 }
    """

  /// A file whose story `list`, from line 4 on, has the given lines as its steps.
  static func steps(_ lines: String) -> String {
    let indented = lines.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    return """
      scenario: s
      \(builds)
      stories:
        list:
          steps:
      \(indented)
      """
  }

  /// A file whose builds, from line 4 on, are the given lines.
  static func builds(_ lines: String, driver: String = driver) -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "scenario: s\n\(driver)\nbuilds:\n\(indented)\n\(stories)"
  }

  /// A file whose stories, from line 4 on, are the given lines.
  static func stories(_ lines: String) -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "scenario: s\n\(builds)\nstories:\n\(indented)"
  }

  /// The mistakes of a file named `f`, one a line; none for a good file.
  static func mistakes(in text: String) -> String {
    do throws(InvalidScenario) {
      _ = try ScenarioParser.parse(text, file: "f")
      return ""
    } catch {
      return error.description
    }
  }

  /// The first step of the first story.
  static func step(_ lines: String) throws -> Step? {
    try ScenarioParser.parse(steps(lines), file: "f").stories.first?.steps.first
  }
}
