import Metrics
import Scenarios
import Testing

struct CycleTests {
  private static let ends = "steps: [{ list: {}, expect: { digest: aa } }]"

  private static let counts: [(String, CycleCount?)] = [
    ("", nil), ("cycle: false, ", nil), ("cycle: true, ", .automatic),
    ("cycles: 30, ", .exactly(30)),
  ]

  @Test(arguments: counts)
  func `a story is a cycle only if it says so`(_ key: String, _ count: CycleCount?) throws {
    let text = Samples.stories("a: { \(key)\(Self.ends) }")
    #expect(try ScenarioParser.parse(text, file: "f").stories[0].cycles == count)
  }

  @Test(arguments: [
    ("cycles: 4, \(ends)", "f:4:16: 'cycles' is '4'; allowed: a whole number from 16 to 10000."),
    ("cycle: yes please, \(ends)", "f:4:15: 'cycle' is 'yes please'; allowed: true or false."),
    (
      "cycle: true, cycles: 30, \(ends)",
      "f:4:15: 'cycle' beside 'cycles', which says it already; allowed: one of them."
    ),
    (
      "cycle: true, steps: [{ list: {}, expect: { count: 1 } }]",
      "f:4:29: the last step of a cycle expects no digest, but only a digest proves that the story ends in "
        + "the state in which it began; allowed: a step that shows the state, with its digest."
    ),
    (
      "cycle: true, steps: [{ list: {}, expect: { error: gone } }]",
      "f:4:29: the last step of a cycle expects no digest, but only a digest proves that the story ends in "
        + "the state in which it began; allowed: a step that shows the state, with its digest."
    ),
    (
      "cycle: true, steps: [{ list: {}, repeat: 3, expect: { digest: aa } }]",
      "f:4:29: the last step of a cycle has 'repeat': its digest has to be of one state; allowed: a step "
        + "made once."
    ),
    (
      "cycle: true, repeat: 3, \(ends)",
      "f:4:21: unknown key 'repeat' in 'a'; allowed: title, after, arrangement, cycle, cycles, files, steps, "
        + "users, placeholder."
    ),
    (
      "cycle: true, steps: [{ run: [true], expect: { status: 0 } }]",
      "f:4:15: 'cycle' in a story of commands: each is a process of its own, which keeps nothing for the "
        + "next; allowed: stories of a driver."
    ),
  ])
  func `a cycle that can't be judged is refused`(_ story: String, _ mistake: String) {
    let text = Samples.stories("a: { \(story) }").replacing(
      "command: [app]", with: story.contains("run:") ? "" : "command: [app]")
    #expect(Samples.mistakes(in: text) == mistake)
  }

  @Test func `a gate on retained memory allows nothing by default, and covers cycles only`() throws
  {
    let stories = Samples.stories("a: { cycle: true, \(Self.ends) }\nb: { \(Self.ends) }")
    for (gate, metric, bytes) in [
      ("retained-bytes", Metric.retainedBytes, 0.0),
      ("retained-blocks, at-most: 2", .retainedBlocks, 2),
      ("retained-bytes, at-most: 1 kB", .retainedBytes, 1000),
      ("retained-bytes, at-most: 0", .retainedBytes, 0),
    ] {
      let text = stories + "\ngates: [{ metric: \(gate) }]"
      #expect(
        try ScenarioParser.parse(text, file: "f").gates == [
          Gate(metric: metric, stories: ["a"], limit: .budget(bytes))
        ])
    }
  }

  @Test(arguments: [
    (
      "metric: retained-bytes, stories: [b]",
      "f:6:45: the story 'b' is not a cycle, so what it retains is not known; allowed: a."
    ),
    (
      "metric: retained-bytes, steps: true",
      "f:6:42: 'steps' of 'retained-bytes': cycles are whole stories; allowed: false."
    ),
    (
      "metric: retained-bytes, at-most: +1%",
      "f:6:44: 'at-most' of 'retained-bytes' is a relative change, and a baseline that retains nothing has "
        + "none; allowed: a size such as 0 or 48 B."
    ),
  ])
  func `an invalid gate on retained memory is refused`(_ gate: String, _ mistake: String) {
    let text =
      Samples.stories("a: { cycle: true, \(Self.ends) }\nb: { \(Self.ends) }")
      + "\ngates: [{ \(gate) }]"
    #expect(Samples.mistakes(in: text) == mistake)
  }

  @Test func `a gate on retained memory is refused if no story is a cycle`() {
    let text = Samples.stories("a: { \(Self.ends) }") + "\ngates: [{ metric: retained-bytes }]"
    #expect(
      Samples.mistakes(in: text)
        == "f:5:19: 'retained-bytes' is measured only for stories that are cycles, and no story says that "
        + "it is one; allowed: 'cycle: true' in a story that ends in the state in which it began.")
  }
}
