import Yams

/// Where in its file a scenario says what: for what points at a line, such as annotations of CI.
public struct ScenarioPlaces: Sendable {
  /// The gates in the file's order, each with its line, from 1.
  public let gates: [(gate: Gate, line: Int)]
  /// The lines of the stories' names.
  public let stories: [String: Int]

  /// Finds the places; nil for a text that is no scenario.
  public init?(of text: String) {
    guard let scenario = try? ScenarioParser.parse(text, file: ""),
      let root = ScenarioParser.root(of: text, ProblemList())?.node.mapping
    else { return nil }
    let lines = root["gates"]?.sequence.map { $0.map { $0.mark?.line ?? 1 } } ?? []
    gates = Array(zip(scenario.gates, lines)).map { (gate: $0, line: $1) }
    stories =
      (root["stories"]?.mapping).map { stories in
        Dictionary(
          stories.compactMap { key, _ in key.string.map { ($0, key.mark?.line ?? 1) } },
          uniquingKeysWith: { first, _ in first })
      } ?? [:]
  }

  /// The line that is about a gate, else that of a story.
  public func line(of gate: Gate?, story: String) -> Int? {
    gate.flatMap { gate in gates.last { $0.gate == gate }?.line } ?? stories[story]
  }
}
