import DriverProtocol
import Yams

extension Scenario {
  /// Reports names in requests that nothing defines: no variable of all builds, no port, no value that an earlier
  /// request of the replay took. A request with data may also name its columns, which only a replay knows.
  func noteUnknownValues(in text: String, _ problems: ProblemList) {
    guard isOfRequests, let first = builds.first else { return }
    let ports = services.filter(\.hasPort).map { ServiceVariable.port(of: $0.name) }
    let known = builds.reduce(into: Set(first.variables.keys)) {
      $0.formIntersection($1.variables.keys)
    }.union(ports + [VariableText.scenarioFolder])
    var noted: Set<StepReference> = []
    for story in stories {
      var taken: Set<String> = []
      for step in replayedSteps(of: story) {
        guard let request = self[step]?.request else { continue }
        let names = request.data == nil ? request.texts.flatMap(VariableText.names) : []
        if let name = names.first(where: { !known.contains($0) && !taken.contains($0) }),
          noted.insert(step).inserted
        {
          let all = known.union(taken)
          problems.add(
            ScenarioPlaces.position(of: step, in: text),
            "the request '\(request.label)' names '${\(name)}', which nothing defines before it",
            allowed: "'variables' of all builds, and what an earlier request takes; there are "
              + all.sorted().joined(separator: ", "),
            suggestion: NearestName.of(name, among: all.sorted()))
        }
        taken.formUnion(request.taken.keys)
      }
    }
    noteUnknownHeaders(known, in: text, problems)
  }

  /// A header of all requests is left out until its values are taken, so each has to be taken somewhere.
  private func noteUnknownHeaders(
    _ known: Set<String>, in text: String, _ problems: ProblemList
  ) {
    let headers = requestSettings?.headers ?? []
    let requests = stories.flatMap(\.steps).compactMap(\.request)
    let all = requests.reduce(into: known) { $0.formUnion($1.taken.keys) }
    for name in headers.flatMap(VariableText.names)
    where !all.contains(name) {
      problems.add(
        ScenarioPlaces.position(of: "http", in: text),
        "'headers' names '${\(name)}', which no request takes and not all builds have",
        allowed: all.sorted().joined(separator: ", "),
        suggestion: NearestName.of(name, among: all.sorted()))
    }
  }
}

extension ScenarioPlaces {
  /// The place at which a step begins, else its story; the file's beginning if there is none.
  static func position(of step: StepReference, in text: String) -> TextPosition {
    let stories = ScenarioParser.root(of: text, ProblemList())?.node.mapping?["stories"]?.mapping
    let story = stories?.first { $0.key.string == step.story }?.key
    return position((node(of: step, in: text) ?? story)?.mark)
  }

  /// The place of a key of the scenario.
  fileprivate static func position(of key: String, in text: String) -> TextPosition {
    let root = ScenarioParser.root(of: text, ProblemList())?.node.mapping
    return position(root?.first { $0.key.string == key }?.key.mark)
  }
}
