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

  init(_ place: TextPosition, _ found: String, allowed: String = "", suggestion: String? = nil) {
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

  /// One line a mistake: `file:line:column: …`.
  public var description: String {
    problems.map { "\(file):\($0)" }.joined(separator: "\n")
  }
}

/// Collects the mistakes of a file while it is read, so that one look shows all of them.
final class ProblemList {
  private(set) var problems: [ScenarioProblem] = []

  func add(
    _ place: TextPosition, _ found: String, allowed: String = "",
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

/// Where in its file a scenario says what: for what points at a line, such as annotations of CI.
public struct ScenarioPlaces: Sendable {
  /// The gates in the file's order, each with its line, from 1.
  public let gates: [(gate: Gate, line: Int)]
  /// The lines of the stories' names.
  public let stories: [String: Int]
  /// Where the steps begin.
  public let steps: [StepReference: TextPosition]

  /// Finds the places; nil for a text that is no scenario. Expected outcomes may be missing.
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
    let places = scenario.stepReferences.map { step in
      (
        step,
        Self.node(of: step, in: root)?.mark.map {
          TextPosition(line: $0.line, column: $0.column)
        } ?? TextPosition(line: 1, column: 1)
      )
    }
    steps = Dictionary(places, uniquingKeysWith: { first, _ in first })
  }

  /// The node of a step; nil where there is none.
  static func node(of step: StepReference, in text: String) -> Node? {
    ScenarioParser.root(of: text, ProblemList())?.node.mapping.flatMap { node(of: step, in: $0) }
  }

  private static func node(of step: StepReference, in root: Node.Mapping) -> Node? {
    let stories = root["stories"]?.mapping
    // Not by subscript: a story named 7 is a number to YAML.
    let story = stories?.first { $0.key.string == step.story }?.value
    guard let steps = story?["steps"]?.sequence, steps.indices.contains(step.index) else {
      return nil
    }
    return steps[step.index]
  }

  /// The line that is about a gate, else that of a story.
  public func line(of gate: Gate?, story: String) -> Int? {
    gate.flatMap { gate in gates.last { $0.gate == gate }?.line } ?? stories[story]
  }
}

/// The name that was probably meant.
public enum NearestName {
  /// The candidate with the fewest edits from `name`, or nil where even that one needs more than
  /// a third of the longer name's letters.
  public static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    let nearest =
      candidates
      .map { (name: $0, edits: edits(from: Array(name), to: Array($0))) }
      .min { ($0.edits, $0.name) < ($1.edits, $1.name) }
    guard let nearest, nearest.edits * 3 <= max(name.count, nearest.name.count) else { return nil }
    return nearest.name
  }

  /// ` Did you mean 'steps'?`, to stand after a full stop; empty where no candidate is near.
  public static func hint(_ name: String, among candidates: some Sequence<String>) -> String {
    of(name, among: candidates).map(hint) ?? ""
  }

  static func hint(_ nearest: String) -> String { " Did you mean '\(nearest)'?" }

  /// Damerau's distance in its restricted form: insertions, deletions, substitutions and swaps of
  /// neighbours (Boytsov 2011, section 2).
  private static func edits(from a: [Character], to b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
