/// Reads `cycle` and `cycles` of a story that ends in the state in which it began, so that it can
/// be replayed again and again in one process.
struct CycleReader {
  static let keys = ["cycle", "cycles"]
  let kind: StepKind

  /// The cycles to judge; nil if the story is no cycle. `steps` are the story's own, each with its place in
  /// the file; if `allowsUnrecorded`, the last may lack an expected outcome.
  func read(
    _ story: YAMLMapping, steps: [(step: Step, node: YAMLNode)], allowsUnrecorded: Bool
  ) -> CycleCount? {
    guard let key = story["cycles"] ?? story["cycle"] else { return nil }
    // Beside many users it was refused already.
    if kind != .verbs, story["users"] == nil {
      let reason =
        kind == .commands
        ? "each is a process of its own, which keeps nothing for the next"
        : "they are sent by rehearse-users, whose memory would be judged, and not that of a service"
      key.note(
        "\(key.role) in a story of \(kind.rawValue): \(reason)", allowed: "stories of a driver")
      return nil
    }
    if let cycle = story["cycle"], story["cycles"] != nil {
      cycle.note("'cycle' beside 'cycles', which says it already", allowed: "one of them")
    }
    let count =
      story["cycles"].map { $0.wholeNumber(RunLimits.cycles).map(CycleCount.exactly) }
      ?? (story["cycle"]?.flag() == true ? .automatic : nil)
    if count != nil, let last = steps.last {
      checkWitness(last.step, last.node, allowsUnrecorded: allowsUnrecorded)
    }
    return count
  }

  /// The last step must prove that the state is the same at the end of each cycle.
  private func checkWitness(_ step: Step, _ node: YAMLNode, allowsUnrecorded: Bool) {
    let what = "the last step of a cycle"
    if step.repetitions > 1 {
      node.note(
        "\(what) has 'repeat': its digest has to be of one state", allowed: "a step made once")
    }
    if case .outcome(_, let digest?) = step.expectation, !digest.isEmpty { return }
    if allowsUnrecorded, case .outcome = step.expectation { return }
    node.note(
      "\(what) expects no digest, but only a digest proves that the story ends in the state in which it "
        + "began", allowed: "a step that shows the state, with its digest")
  }
}
