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
    let nodes = ScenarioNodes(root)
    stories = nodes.stories.mapValues { $0.key.mark?.line ?? 1 }
    let places = scenario.stepReferences.map {
      ($0, ScenarioNodes.position(nodes.node(of: $0)?.mark))
    }
    steps = Dictionary(places, uniquingKeysWith: { first, _ in first })
  }

  /// The line of a gate, or else of a story.
  public func line(of gate: Gate?, story: String) -> Int? {
    gate.flatMap { gate in gates.last { $0.gate == gate }?.line } ?? stories[story]
  }
}
