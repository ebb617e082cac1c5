import Testing

@testable import Recording

/// When both sides of a pair can't share a CPU because of how they change their own scheduling.
struct OwnSchedulingTests {
  @Test(
    arguments: [
      (["setpriority 10"], ["setpriority 10"], nil),
      ([], ["setpriority 0"], nil),
      (
        [], ["setpriority 10"],
        "the two sides schedule themselves differently ('a': no call; 'b': setpriority 10), and would not share a CPU "
          + "equally"
      ),
      (
        ["setpriority 5", "sched_setattr"], ["sched_setattr"],
        "the two sides schedule themselves differently ('a': sched_setattr, setpriority 5; 'b': sched_setattr), and "
          + "would not share a CPU equally"
      ),
      (
        ["sched_setaffinity", "setpriority 10"], ["sched_setaffinity", "setpriority 10"],
        "the program chooses its CPUs or scheduling class itself (sched_setaffinity), and no pair can be kept on one CPU"
      ),
    ] as [(Set<String>, Set<String>, String?)])
  func
    `sides that are scheduled differently, or choose their CPUs, are measured one after the other`(
      _ baseline: Set<String>, _ candidate: Set<String>, _ reason: String?
    )
  {
    var decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    decision.inputs = InputFinding()
    decision.inputs?.scheduling = ["s": OwnScheduling(baseline: baseline, candidate: candidate)]
    #expect(decision.scheduledApart == (reason.map { ["s": .refused($0)] } ?? [:]))
  }

  @Test func `the findings of parts are kept together`() {
    let (s, t) = (
      OwnScheduling(baseline: [], candidate: ["setpriority 1"]),
      OwnScheduling(baseline: ["setpriority 2"], candidate: [])
    )
    var (one, other) = (InputFinding(), InputFinding())
    #expect(one.joined(with: other).scheduling == nil)
    one.scheduling = ["s": s]
    #expect(one.joined(with: other).scheduling == ["s": s])
    #expect(other.joined(with: one).scheduling == ["s": s])
    other.scheduling = ["t": t]
    #expect(one.joined(with: other).scheduling == ["s": s, "t": t])
  }
}
