import Tables

/// Workflow commands that GitHub shows beside the scenario's lines: an error for a failure, a warning for an
/// unknown result.
///
/// GitHub shows about ten of a kind for a step, so if there are more, the tenth says how many are omitted.
/// Source: <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.
public enum GitHubAnnotations {
  static let maximumOfAKind = 10

  /// The commands, one per line; empty if all is well.
  public static func text(_ experiments: [ExportedExperiment]) -> String {
    let all = experiments.flatMap { exported in
      CellAnnotation.all(exported, among: experiments)
        .map { (annotation: $0, file: exported.scenarioFile) }
    }
    return CellAnnotation.Level.allCases.flatMap { level -> [String] in
      let ofLevel = all.filter { $0.annotation.level == level }
      guard ofLevel.count > maximumOfAKind else { return ofLevel.map { command($0, file: $1) } }
      let rest = ofLevel.count - maximumOfAKind + 1
      let more = CellAnnotation(
        level: level, title: "And \(rest) more",
        text: "GitHub shows \(maximumOfAKind) of a kind; the job's summary has all.", check: "",
        subject: [])
      return ofLevel.prefix(maximumOfAKind - 1).map { command($0, file: $1) }
        + [command(more, file: ofLevel[0].file)]
    }.map { $0 + "\n" }.joined()
  }

  private static func command(_ annotation: CellAnnotation, file: String?) -> String {
    var properties: [(String, String)] = []
    if let file {
      properties.append(("file", file))
      // Without a place of its own it is at the file's beginning.
      properties.append(("line", "\(annotation.line ?? 1)"))
    }
    properties.append(("title", annotation.title))
    let words = properties.map { "\($0)=\(property($1))" }.joined(separator: ",")
    return "::\(annotation.level.rawValue) \(words)::\(data(annotation.text))"
  }

  /// A line break would end the command, and a colon or comma the property.
  private static func property(_ text: String) -> String {
    data(text).escaped([":": "%3A", ",": "%2C"])
  }

  /// PlainLine leaves no line breaks, so `%0A` and `%0D` are not needed.
  private static func data(_ text: String) -> String {
    PlainLine(text).description.escaped(["%": "%25"])
  }
}
