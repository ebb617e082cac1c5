import DriverProtocol
import Statistics
import Yams

/// Reads `stories`, and checks their order.
struct StoryReader {
  static let keys =
    ["title", "after", "arrangement"] + CycleReader.keys
    + ["files", "steps", "users", "placeholder"]
  /// Keys of a step that are not its verb.
  static let stepKeys = ["expect", "repeat", "items", "time-limit"]
  /// The most names of stories that a message lists: a file may have thousands.
  static let mostListed = 20

  /// Reads steps that are commands; nil if they are others.
  var commands: CommandStepReader?
  var areRequests = false
  /// The scenario's own files.
  var files: [String] = []
  /// A Boolean value indicating whether steps may lack an expected outcome, which is to be recorded.
  var allowsUnrecorded = false

  func read(_ node: YAMLNode?) -> [Story] {
    guard let mapping = node?.mapping() else { return [] }
    if mapping.entries.isEmpty {
      mapping.owner.note("there are no stories", allowed: "one or more")
    }
    let names = mapping.entries.map(\.name)
    let isThere = Set(names)
    let loads = Set(mapping.entries.filter { $0.value.node.mapping?["users"] != nil }.map(\.name))
    var prerequisites: [String: [YAMLNode]] = [:]
    let stories = mapping.entries.compactMap { entry -> Story? in
      let name = entry.key.name()
      guard let parts = entry.value.mapping(keys: Self.keys) else { return nil }
      let title = parts["title"]?.text()
      let after = parts["after"]?.list(of: "names of stories", each: "the name of a story") ?? []
      prerequisites[entry.name] = after
      let arrangement = parts["arrangement"]?.choice(of: Scenario.Arrangement.self)
      if parts["users"] != nil, arrangement == .gang {
        parts["arrangement"]?.note(
          "'gang' beside 'users', who would wait while their service is held",
          allowed: "duet, back-to-back")
      }
      if commands == nil { parts["files"]?.noteFiles(of: areRequests ? .requests : .verbs) }
      let files = FileListReader(taken: files.compactMap(StepFiles.name)).read(parts["files"])
      let users = parts["users"].flatMap {
        load($0, besides: parts, UserLoadReader(stories: names, loads: loads))
      }
      let steps = parts["users"] == nil ? parts.required("steps", "a list of steps") : nil
      let list = steps?.list(of: "steps", each: "a step")
      if list?.isEmpty == true { steps?.note("the story '\(entry.name)' has no steps") }
      let known = after.compactMap { self.known($0, isThere, among: names) }
      for node in after where node.string.map(loads.contains) == true {
        node.note("'\(node.string ?? "")' is of many users, which no story can come after")
      }
      let read = list?.compactMap { node in step(node).map { (step: $0, node: node) } } ?? []
      let kind: StepKind = commands != nil ? .commands : areRequests ? .requests : .verbs
      let cycles = CycleReader(kind: kind)
        .read(parts, steps: read, allowsUnrecorded: allowsUnrecorded)
      let placeholder = parts["placeholder"]?.text()
      return name.map {
        var story = Story(
          name: $0, title: title ?? $0, after: known, arrangement: arrangement,
          cycles: cycles, files: files, steps: read.map(\.step), placeholder: placeholder)
        story.users = users
        return story
      }
    }
    noteCircles(stories, prerequisites)
    return stories
  }

  private func load(
    _ node: YAMLNode, besides parts: YAMLMapping, _ reader: UserLoadReader
  ) -> UserLoad? {
    if !areRequests {
      node.note("'users' in a scenario whose steps are no requests", allowed: "steps")
    }
    for key in ["steps", "after"] + CycleReader.keys {
      parts[key]?.note(
        "'\(key)' beside 'users': they do what other stories say, and what these come after")
    }
    return reader.read(node)
  }

  private func known(_ node: YAMLNode, _ isThere: Set<String>, among names: [String]) -> String? {
    guard let name = node.text() else { return nil }
    if isThere.contains(name) { return name }
    node.noteUnknown("there is no story '\(name)'", name, among: names, listing: Self.mostListed)
    return nil
  }

  /// Reports stories that must come before themselves, which could never be replayed.
  private func noteCircles(_ stories: [Story], _ prerequisites: [String: [YAMLNode]]) {
    let after = Dictionary(stories.map { ($0.name, $0.after) }, uniquingKeysWith: { a, _ in a })
    // A story without prerequisites, or with only such stories before it, is in no circle.
    var left = Set(after.keys)
    var (waiting, followers) = (after.mapValues { Set($0).count }, [String: [String]]())
    for (name, earlier) in after {
      for one in Set(earlier) { followers[one, default: []].append(name) }
    }
    var free = after.keys.filter { waiting[$0] == 0 }
    while let name = free.popLast() {
      left.remove(name)
      for follower in followers[name] ?? [] {
        waiting[follower, default: 0] -= 1
        if waiting[follower] == 0 { free.append(follower) }
      }
    }
    func leads(_ start: String, to goal: String) -> Bool {
      var reached: Set<String> = []
      var pending = [start]
      while let next = pending.popLast() {
        if reached.insert(next).inserted { pending += after[next] ?? [] }
      }
      return reached.contains(goal)
    }
    for story in stories where left.contains(story.name) {
      prerequisites[story.name]?
        .first { $0.string.map { leads($0, to: story.name) } == true }?
        .note("the story '\(story.name)' comes before itself")
    }
  }

  private func step(_ node: YAMLNode) -> Step? {
    if let commands { return commands.read(node) }
    if areRequests { return requestStep(node) }
    guard let mapping = node.mapping() else { return nil }
    let verbs = mapping.entries.filter { !Self.stepKeys.contains($0.name) }
    let others = Self.stepKeys.joined(separator: ", ")
    if verbs.isEmpty { node.note("the step has no verb", allowed: "one verb, and \(others)") }
    for extra in verbs.dropFirst() {
      extra.key.note(
        "a second verb '\(extra.name)' after '\(verbs[0].name)'", allowed: others,
        suggestion: NearestName.of(extra.name, among: Self.stepKeys))
    }
    let arguments = verbs.first?.value.scalars() ?? [:]
    let expected = expected(in: mapping)
    let expectation = expected.map(expectation) ?? .outcome(facts: [:], digest: nil)
    let (repetitions, timeLimit, items) = mapping.limitsOfStep
    return verbs.first.map {
      Step(
        verb: $0.name, arguments: arguments, repetitions: repetitions, expectation: expectation,
        timeLimit: timeLimit, items: items)
    }
  }

  /// A step's expected outcome; nil if it is missing, or to be recorded.
  func expected(in mapping: YAMLMapping) -> YAMLNode? {
    if allowsUnrecorded, mapping["expect"]?.isToBeRecorded ?? true { return nil }
    if let expected = mapping["expect"] { return expected }
    mapping.owner.note(
      "\(mapping.owner.role) has no 'expect': add what it has to lead to, such as "
        + (areRequests ? "{ status: 200, $.id: 1 }" : "{ count: 3 } or { error: already-lent }")
        + ", or let 'rehearse record' write it")
    return nil
  }

  func expectation(_ node: YAMLNode) -> Expectation {
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
    // As text: a digest can consist of digits only, and leading zeros count.
    let digest = mapping["digest"]?.text()
    return .outcome(facts: mapping.without("digest").scalars, digest: digest)
  }
}

extension YAMLMapping {
  /// The limits that steps of all kinds may have: repetitions, the time for them, and how many items a
  /// repetition processes.
  var limitsOfStep: (repetitions: Int, time: Duration?, items: Int?) {
    (
      self["repeat"].map { $0.wholeNumber(1...RunLimits.repetitions) ?? 1 } ?? 1,
      self["time-limit"].flatMap { $0.duration() },
      self["items"].flatMap { $0.wholeNumber(1...RunLimits.items) }
    )
  }
}

extension YAMLNode {
  /// A Boolean value indicating whether this value of `expect` is a placeholder for an outcome to
  /// be recorded: nothing, `{}`, or `record`.
  var isToBeRecorded: Bool {
    switch node {
    case .scalar(let scalar): scalar.string.isEmpty || scalar.string == "record"
    case .mapping(let mapping): mapping.isEmpty
    case .sequence, .alias: false
    }
  }

  /// Reports files without steps that could use them.
  func noteFiles(of kind: StepKind) {
    if kind == .requests {
      note(
        "'files' in a scenario whose steps are requests: they are read beside the scenario",
        allowed: "'file' or 'data' of a step")
    } else {
      note(
        "'files' without a step that is a command: a driver makes its files itself",
        allowed: "'fixture'")
    }
  }
}
