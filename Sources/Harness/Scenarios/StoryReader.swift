import DriverProtocol

/// Reads `stories`, and checks how they come after each other.
struct StoryReader {
  /// Keys of a step that are not its verb.
  private static let stepKeys = ["expect", "repeat", "time-limit"]

  func read(_ node: YAMLNode?) -> [Story] {
    guard let mapping = node?.mapping() else { return [] }
    if mapping.entries.isEmpty { mapping.owner.note("there are no stories", allowed: "one or more") }
    let names = mapping.entries.map(\.name)
    var prerequisites: [String: [YAMLNode]] = [:]
    let stories = mapping.entries.compactMap { entry -> Story? in
      guard let name = entry.key.name(),
        let parts = entry.value.mapping(keys: ["title", "after", "steps"])
      else { return nil }
      let after = parts["after"]?.list(of: "names of stories") ?? []
      prerequisites[name] = after
      let steps = parts.required("steps", "a list of steps")
      let read = steps?.list(of: "steps") ?? []
      if let steps, read.isEmpty { steps.note("the story '\(name)' has no steps") }
      return Story(
        name: name, title: parts["title"]?.text() ?? name,
        after: after.compactMap { known($0, among: names) }, steps: read.compactMap(step))
    }
    noteCircles(stories, prerequisites)
    return stories
  }

  private func known(_ node: YAMLNode, among names: [String]) -> String? {
    guard let name = node.text() else { return nil }
    if names.contains(name) { return name }
    node.note(
      "there is no story '\(name)'", allowed: names.joined(separator: ", "),
      suggestion: NearestName.of(name, among: names))
    return nil
  }

  /// A story that comes, through others, before itself could never be replayed.
  private func noteCircles(_ stories: [Story], _ prerequisites: [String: [YAMLNode]]) {
    let after = Dictionary(stories.map { ($0.name, $0.after) }, uniquingKeysWith: { a, _ in a })
    for story in stories {
      var reached: Set<String> = []
      var pending = story.after
      while let next = pending.popLast() {
        if reached.insert(next).inserted { pending += after[next] ?? [] }
      }
      if reached.contains(story.name) {
        prerequisites[story.name]?.first?.note("the story '\(story.name)' comes before itself")
      }
    }
  }

  private func step(_ node: YAMLNode) -> Step? {
    guard let mapping = node.mapping() else { return nil }
    let verbs = mapping.entries.filter { !Self.stepKeys.contains($0.name) }
    guard let verb = verbs.first else {
      node.note("the step has no verb", allowed: "one verb, and \(Self.stepKeys.joined(separator: ", "))")
      return nil
    }
    for extra in verbs.dropFirst() {
      extra.key.note(
        "a second verb '\(extra.name)' after '\(verb.name)'",
        allowed: Self.stepKeys.joined(separator: ", "),
        suggestion: NearestName.of(extra.name, among: Self.stepKeys))
    }
    let expected = mapping.required(
      "expect", "what the step has to lead to, such as { count: 3 } or { error: already-lent }")
    return Step(
      verb: verb.name, arguments: verb.value.scalars(),
      repetitions: mapping["repeat"].map { $0.wholeNumber(atLeast: 1) ?? 1 } ?? 1,
      expectation: expected.map(expectation) ?? .outcome(facts: [:], digest: nil),
      timeLimit: mapping["time-limit"].flatMap { $0.duration() })
  }

  private func expectation(_ node: YAMLNode) -> Expectation {
    guard let mapping = node.mapping() else { return .outcome(facts: [:], digest: nil) }
    if mapping.entries.isEmpty {
      node.note("nothing is expected", allowed: "a count, a digest, an error or another fact")
    }
    if let error = mapping["error"] {
      if mapping.entries.count > 1 {
        node.note("'error' beside other facts: a refusal has none", allowed: "the error alone")
      }
      return .refusal(code: error.text() ?? "")
    }
    // As text: digits alone are a digest too, and leading zeros count.
    let digest = mapping["digest"]?.text()
    var facts = node.scalars()
    facts["digest"] = nil
    return .outcome(facts: facts, digest: digest)
  }
}
