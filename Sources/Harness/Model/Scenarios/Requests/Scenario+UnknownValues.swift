import DriverProtocol

extension Scenario {
  /// Reports names in requests that nothing defines: no variable of all builds, no port, no value that an earlier
  /// request of the replay took. A request with data may also name its columns, which only a replay knows.
  func noteUnknownValues(in nodes: ScenarioNodes, _ problems: ProblemList) {
    guard let first = builds.first else { return }
    let ports = services.filter(\.hasPort).map { ServiceVariable.port(of: $0.name) }
    let known = builds.reduce(into: Set(first.variables.keys)) {
      $0.formIntersection($1.variables.keys)
    }.union(ports + [VariableText.scenarioFolder])
    let takenByStory = stories.map { $0.steps.flatMap { $0.request?.taken.keys.sorted() ?? [] } }
    // A story's steps need no check in the replays of later stories, in which more is taken before them.
    for story in stories {
      var taken = indicesOfPrerequisites(of: story).reduce(into: Set<String>()) {
        $0.formUnion(takenByStory[$1])
      }
      for (index, step) in story.steps.enumerated() {
        guard let request = step.request else { continue }
        let names = request.data == nil ? request.texts.flatMap(VariableText.names) : []
        if let name = names.first(where: { !known.contains($0) && !taken.contains($0) }) {
          let all = known.union(taken)
          problems.add(
            nodes.position(of: StepReference(story: story.name, index: index)),
            "the request '\(request.label)' names '${\(name)}', which nothing defines before it",
            allowed: "'variables' of all builds, and what an earlier request takes; there are "
              + all.sorted().joined(separator: ", "),
            suggestion: NearestName.of(name, among: all.sorted()))
        }
        taken.formUnion(request.taken.keys)
      }
    }
    noteUnknownHeaders(known, in: nodes, problems)
  }

  /// A header of all requests is left out until its values are taken, so each has to be taken somewhere.
  private func noteUnknownHeaders(
    _ known: Set<String>, in nodes: ScenarioNodes, _ problems: ProblemList
  ) {
    let headers = requestSettings?.headers ?? []
    let requests = stories.flatMap(\.steps).compactMap(\.request)
    let all = requests.reduce(into: known) { $0.formUnion($1.taken.keys) }
    for name in headers.flatMap(VariableText.names)
    where !all.contains(name) {
      problems.add(
        nodes.position(of: "http"),
        "'headers' names '${\(name)}', which no request takes and not all builds have",
        allowed: all.sorted().joined(separator: ", "),
        suggestion: NearestName.of(name, among: all.sorted()))
    }
  }
}
