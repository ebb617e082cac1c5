import Scenarios

/// Reads scorecards; an unusable file is refused with all of its mistakes at once.
public enum ScorecardReader {
  static let keys = ["scorecard", "title", "alternatives", "criteria"]

  /// The scorecard that the text describes. Error messages name the file.
  /// - Throws: ``InvalidScenario``.
  public static func parse(_ text: String, file: String) throws(InvalidScenario) -> Scorecard {
    let problems = ProblemList()
    let card = ScenarioParser.root(of: text, problems, role: "the scorecard").flatMap {
      read($0, file: file)
    }
    return try problems.checked(card, of: file)
  }

  private static func read(_ root: YAMLNode, file: String) -> Scorecard? {
    guard let mapping = root.mapping(keys: keys) else { return nil }
    let name = mapping.required("scorecard", "a name for the scorecard")?.name()
    let title = mapping["title"]?.text()
    let alternatives = mapping["alternatives"].map(self.alternatives) ?? []
    let criteria =
      mapping.required("criteria", "at least one criterion")
      .map { self.criteria($0, alternatives) } ?? []
    guard let name, !criteria.isEmpty else { return nil }
    let card = Scorecard(
      name: name, title: title ?? name, file: file, alternatives: alternatives, criteria: criteria)
    if (try? card.weights) == nil {
      mapping["criteria"]?.note("all weights are 0", allowed: "one above 0")
    }
    return card
  }

  private static func criteria(
    _ node: YAMLNode, _ alternatives: [Scorecard.Alternative]
  ) -> [Scorecard.Criterion] {
    guard let entries = node.mapping()?.entries else { return [] }
    if entries.isEmpty { node.note("there are no criteria", allowed: "one or more") }
    let reader = CriterionReader(alternatives: alternatives)
    return entries.compactMap { reader.read($0.value, named: $0.name, at: $0.key.place) }
  }
}

extension ScorecardReader {
  private static let alternativeKeys = ["experiment", "measurements", "build"]

  private static func alternatives(_ node: YAMLNode) -> [Scorecard.Alternative] {
    guard let entries = node.mapping()?.entries else { return [] }
    if entries.count < 2 {
      let count = entries.isEmpty ? "no alternatives" : "one alternative"
      node.note("there is \(count)", allowed: "two or more, or no 'alternatives'")
    }
    return entries.map { entry in
      Scorecard.Alternative(
        name: entry.key.name() ?? entry.name, source: source(entry.value, of: entry.name),
        place: entry.key.place)
    }
  }

  /// If alternatives are only judged, nothing or `{}` follows the name.
  private static func source(_ node: YAMLNode, of name: String) -> Scorecard.Source? {
    if node.isNothing { return nil }
    guard let mapping = node.mapping(keys: alternativeKeys) else { return nil }
    let build = mapping["build"]?.text()
    switch (mapping["experiment"], mapping["measurements"]) {
    case (let experiment?, nil):
      return experiment.text().map { .experiment($0, build: build ?? name) }
    case (nil, let file?):
      return file.text().map { .file($0, build: build) }
    case (_?, let file?):
      file.note(
        "'measurements' beside an 'experiment'", allowed: "one of them, with all measurements")
      return nil
    case (nil, nil):
      mapping["build"]?.note(
        "'build' without measurements", allowed: "'experiment' or 'measurements' beside it")
      return nil
    }
  }
}
