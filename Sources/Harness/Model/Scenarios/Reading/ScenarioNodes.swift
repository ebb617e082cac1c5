import Yams

/// The nodes of a scenario's file, for places of what is known by its name.
///
/// Its text is parsed once, and each story is found without a search: thousands of steps may be asked for.
public struct ScenarioNodes {
  let root: Node.Mapping?
  let stories: [String: (key: Node, value: Node)]

  init(_ root: Node.Mapping?) {
    self.root = root
    // By the keys' text, because a story named 7 is a number in YAML.
    let named = root?["stories"]?.mapping?.compactMap { key, value in
      key.string.map { ($0, (key: key, value: value)) }
    }
    stories = Dictionary(named ?? [], uniquingKeysWith: { first, _ in first })
  }

  /// Reads a scenario's text; without nodes if it is no YAML.
  public init(of text: String) {
    self.init(ScenarioParser.root(of: text, ProblemList())?.node.mapping)
  }

  /// The node of a step; nil if there is none.
  func node(of step: StepReference) -> Node? {
    guard let steps = stories[step.story]?.value["steps"]?.sequence,
      steps.indices.contains(step.index)
    else { return nil }
    return steps[step.index]
  }

  /// The place at which a step begins, else its story; the file's beginning if there is none.
  func position(of step: StepReference) -> TextPosition {
    Self.position((node(of: step) ?? stories[step.story]?.key)?.mark)
  }

  func position(of key: String) -> TextPosition {
    Self.position(root?.first { $0.key.string == key }?.key.mark)
  }

  /// The place of the name of a file that a request names.
  public func position(of file: RequestFile) -> TextPosition {
    let owner: Node? = if let step = file.step { node(of: step) } else { root?["http"] }
    return Self.position(owner?.mapping?.first { $0.key.string == file.key }?.value.mark)
  }

  /// The place of a mark; the file's beginning if there is none.
  static func position(_ mark: Mark?) -> TextPosition {
    TextPosition(line: mark?.line ?? 1, column: mark?.column ?? 1)
  }
}
