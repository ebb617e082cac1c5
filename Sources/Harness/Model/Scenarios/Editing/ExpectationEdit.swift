import Yams

/// The text of a scenario file, in which steps get expected outcomes. Everything else stays as it
/// is, to the letter: comments, order and layout.
///
/// The text is edited where the YAML parser says, and parsed again after every edit: if anything
/// but the one expectation changed, the edit is not made. So an unusual layout leads to a refusal,
/// never to another scenario.
public struct ExpectationEdit: Sendable {
  /// The current text.
  public private(set) var text: String
  /// The scenario that the current text describes.
  public private(set) var scenario: Scenario
  private let file: String

  /// Parses a text, whose steps may lack expected outcomes. Error messages name the file.
  /// - Throws: ``InvalidScenario``.
  public init(_ text: String, file: String) throws(InvalidScenario) {
    scenario = try ScenarioParser.parse(text, file: file, allowingUnrecorded: true)
    self.text = text
    self.file = file
  }

  /// Sets a step's expected outcome.
  /// - Returns: whether the text contains it now; false if the layout there does not permit it, and
  ///   the text is unchanged.
  public mutating func set(_ expectation: Expectation, of step: StepReference) -> Bool {
    guard scenario[step]?.expectation != expectation else { return true }
    let wanted = scenario.expecting([step: expectation])
    let source = EditedSource(text)
    guard let edits = edits(for: expectation, of: step, in: source) else { return false }
    let edited = source.applying(edits)
    guard
      let found = try? ScenarioParser.parse(edited, file: file, allowingUnrecorded: true),
      found == wanted
    else { return false }
    (text, scenario) = (edited, found)
    return true
  }

  private func edits(
    for expectation: Expectation, of step: StepReference, in source: EditedSource
  ) -> [EditedSource.Edit]? {
    guard let node = ScenarioNodes(of: text).node(of: step) else { return nil }
    guard let old = node["expect"] else {
      return source.appending(["expect: \(expectation.text)"], to: node).map { [$0] }
    }
    if case .mapping(let mapping) = old, !mapping.isEmpty {
      return changes(of: mapping, to: expectation, in: source)
    }
    return source.replacing(old, by: expectation.text).map { [$0] }
  }

  /// Changes values in place, and adds new ones after them. Expectations that are dropped go with
  /// their lines; a mapping in braces is then replaced as a whole.
  private func changes(
    of old: Node.Mapping, to expectation: Expectation, in source: EditedSource
  ) -> [EditedSource.Edit]? {
    let entries = expectation.entries
    let gone = old.filter { key, _ in !entries.contains { $0.key == key.string } }
    if !gone.isEmpty, source.isInBraces(.mapping(old)) {
      return source.replacing(.mapping(old), by: expectation.text).map { [$0] }
    }
    var edits = gone.map { source.removingLines(of: $0.key) }
    var added: [String] = []
    for (key, text) in entries {
      if let value = old.first(where: { $0.key.string == key })?.value {
        edits.append(source.replacing(value, by: text))
      } else {
        added.append("\(key): \(text)")
      }
    }
    if !added.isEmpty { edits.append(source.appending(added, to: .mapping(old))) }
    return edits.contains { $0 == nil } ? nil : edits.compactMap(\.self)
  }
}
