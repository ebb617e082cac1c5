import Yams

/// The places of a scenario's parts in its file, for annotations of lines in CI.
public struct ScenarioPlaces: Sendable {
  /// The gates in file order, each with its line, from 1.
  public let gates: [(gate: Gate, line: Int)]
  /// The lines of the stories' names.
  public let stories: [String: Int]
  /// The places at which the steps begin.
  public let steps: [StepReference: TextPosition]

  /// Finds the places; nil if the text is no scenario. Expected outcomes may be missing.
  public init?(of text: String) {
    guard
      let scenario = try? ScenarioParser.parse(text, file: "", allowingUnrecorded: true),
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
    let places = scenario.stepReferences.map {
      ($0, Self.position(Self.node(of: $0, in: root)?.mark))
    }
    steps = Dictionary(places, uniquingKeysWith: { first, _ in first })
  }

  /// The place of a mark; the file's beginning if there is none.
  static func position(_ mark: Mark?) -> TextPosition {
    TextPosition(line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  /// The node of a step; nil if there is none.
  static func node(of step: StepReference, in text: String) -> Node? {
    ScenarioParser.root(of: text, ProblemList())?.node.mapping.flatMap { node(of: step, in: $0) }
  }

  private static func node(of step: StepReference, in root: Node.Mapping) -> Node? {
    let stories = root["stories"]?.mapping
    // Not by subscript, because a story named 7 is a number in YAML.
    let story = stories?.first { $0.key.string == step.story }?.value
    guard let steps = story?["steps"]?.sequence, steps.indices.contains(step.index) else {
      return nil
    }
    return steps[step.index]
  }

  /// The line of a gate, or else of a story.
  public func line(of gate: Gate?, story: String) -> Int? {
    gate.flatMap { gate in gates.last { $0.gate == gate }?.line } ?? stories[story]
  }
}
