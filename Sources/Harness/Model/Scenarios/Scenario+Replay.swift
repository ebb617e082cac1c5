import DriverProtocol

/// The work of replays, whatever the builds make of it. Only measurements of the same can be compared.
///
/// Keys without a value are left out, so that a key of a later version changes no replay that lacks it.
extension Scenario {
  /// The common part of the replays of all stories: the fixture, the home, and the services in their order.
  public var setting: [[String: Scalar]] {
    let home: [String: Scalar] = home == .own ? [:] : ["home": .text(home.rawValue)]
    return [fixture, home] + services.map { [$0.name: .text($0.summary)] }
  }

  /// The work of a story's replay: the setting, its files, and the steps of the stories before it and its own;
  /// nil if there is no such story.
  public func replay(of name: String) -> [[[String: Scalar]]]? {
    guard let story = story(named: name) else { return nil }
    let files = files(of: story).map { ["file": Scalar.text($0)] }
    return [setting, files] + (prerequisites(of: story) + [story]).map { $0.steps.map(\.content) }
  }

  /// Returns whether a story does the same as in another version of the scenario.
  public func replays(_ name: String, as other: Scenario) -> Bool {
    guard let replay = replay(of: name) else { return false }
    return replay == other.replay(of: name)
  }
}

extension Step {
  /// All of it except its time limit, which a step that passed has not reached.
  fileprivate var content: [String: Scalar] {
    var content: [String: Scalar] = ["verb": .text(verb)]
    func add(_ values: [String: Scalar], _ kind: String) {
      for (name, value) in values { content["\(kind) \(name)"] = value }
    }
    add(arguments, "argument")
    if let command {
      content["words"] = .list(command.words.map(Scalar.text))
      content["input"] = command.input.map(Scalar.text)
      content["output"] = command.output.map(Scalar.text)
      add(command.environment.mapValues(Scalar.text), "variable")
    }
    if repetitions > 1 { content["repetitions"] = .integer(repetitions) }
    content["items"] = items.map(Scalar.integer)
    switch expectation {
    case .outcome(let facts, let digest):
      add(facts, "fact")
      content["digest"] = digest.map(Scalar.text)
    case .refusal(let code): content["refusal"] = .text(code)
    case .command(let expectation): add(expectation.facts, "fact")
    }
    return content
  }
}
