/// A file of settings: one YAML mapping of names to single values, each with its line.
public struct SettingsFile: Sendable, Equatable {
  /// A setting in the file.
  public struct Assignment: Sendable, Equatable {
    /// The name.
    public let key: String
    /// The value, as written.
    public let text: String
    /// The place of the value.
    public let place: TextPosition
  }

  /// The settings in file order.
  public let entries: [Assignment]

  /// Parses a file's text, with the existing names `keys`. `allowed` returns what a setting allows if the
  /// value is invalid, otherwise nil. Error messages name the file.
  /// - Throws: ``InvalidScenario``, with all mistakes of the file.
  public init(
    _ text: String, file: String, keys: [String],
    allowed: (_ key: String, _ text: String) -> String?
  ) throws(InvalidScenario) {
    let problems = ProblemList()
    var entries: [Assignment] = []
    let root = ScenarioParser.root(of: text, problems, role: "the file")
    for (_, name, value) in root?.mapping(keys: keys)?.entries ?? [] {
      guard let text = value.text() else { continue }
      if let allowed = allowed(name, text) {
        value.note("'\(name)' is '\(text)'", allowed: allowed)
      } else {
        entries.append(Assignment(key: name, text: text, place: value.place))
      }
    }
    self.entries = try problems.checked(entries, of: file)
  }
}
