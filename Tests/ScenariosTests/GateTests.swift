import Metrics
import Testing

@testable import Scenarios

struct GateTests {
  private static func file(_ lines: String) -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "scenario: s\n\(Samples.builds)\n\(Samples.stories)\ngates:\n\(indented)"
  }

  private func limit(_ text: String, of metric: String = "peak-memory") throws -> Gate.Limit? {
    let file = Self.file("- { metric: \(metric), at-most: \(text) }")
    return try ScenarioParser.parse(file, file: "f").gates.first?.limit
  }

  @Test func `a gate names a metric, and may name stories, steps and a limit`() throws {
    let text = Self.file(
      """
      - metric: cpu-time
      - { metric: peak-memory, stories: [list], steps: true, at-most: +1% }
      """)
    #expect(
      try ScenarioParser.parse(text, file: "f").gates
        == [
          Gate(metric: .cpuTime),
          Gate(metric: .peakMemory, stories: ["list"], steps: true, limit: .change(0.01)),
        ])
  }

  @Test func `a file without gates has none`() throws {
    let text = "scenario: s\n\(Samples.builds)\n\(Samples.stories)"
    #expect(try ScenarioParser.parse(text, file: "f").gates.isEmpty)
  }

  @Test(arguments: [
    ("+2%", "cpu-time", Gate.Limit.change(0.02)), ("+0.1 %", "peak-memory", .change(0.001)),
    ("+10%", "mean-cpu", nil), ("+25%", "peak-cpu", .change(0.25)),
    ("80 %", "peak-cpu", .budget(80)), ("64 MB", "peak-memory", .budget(64e6)),
    ("64MiB", "peak-memory", .budget(67_108_864)), ("200 ms", "wall-time", .budget(2e8)),
    ("1.5 s", "cpu-time", .budget(1.5e9)), ("5000", "minor-faults", .budget(5000)),
  ])
  func `a signed percentage is a change, anything else a budget in the metric's unit`(
    _ text: String, _ metric: String, _ expected: Gate.Limit?
  ) throws {
    guard let expected else {
      #expect(throws: InvalidScenario.self) { try limit(text, of: metric) }
      return
    }
    #expect(try limit(text, of: metric) == expected)
  }

  @Test func `a gate covers the stories that it names, or all`() {
    #expect(Gate(metric: .cpuTime).covers(story: "list"))
    #expect(Gate(metric: .cpuTime, stories: ["list"]).covers(story: "list"))
    #expect(!Gate(metric: .cpuTime, stories: ["list"]).covers(story: "lend"))
  }

  /// The gates of two scenarios, and the metrics that the later one limits less in `list` and `lend`.
  @Test(
    arguments: [
      ([Gate(metric: .cpuTime)], [Gate(metric: .cpuTime)], []),
      ([Gate(metric: .cpuTime)], [Gate(metric: .peakMemory)], ["cpu-time"]),
      ([], [Gate(metric: .cpuTime)], ["peak-memory", "peak-anonymous-memory"]),
      ([Gate(metric: .cpuTime)], [Gate(metric: .cpuTime, limit: .change(0.5))], ["cpu-time"]),
      ([Gate(metric: .cpuTime, limit: .change(0.5))], [Gate(metric: .cpuTime)], []),
      (
        [Gate(metric: .cpuTime)],
        [Gate(metric: .cpuTime), Gate(metric: .cpuTime, stories: ["lend"], limit: .change(0.1))],
        ["cpu-time of lend"]
      ),
      (
        [Gate(metric: .cpuTime, stories: ["list"], steps: true)], [Gate(metric: .cpuTime)],
        ["cpu-time of list"]
      ),
      (
        [Gate(metric: .peakMemory, limit: .budget(64e6))],
        [Gate(metric: .peakMemory, limit: .budget(80e6))], ["peak-memory"]
      ),
      // A budget limits no growth.
      (
        [Gate(metric: .peakMemory)], [Gate(metric: .peakMemory, limit: .budget(64e6))],
        ["peak-memory"]
      ),
    ] as [([Gate], [Gate], [String])])
  func `gates that allow more than earlier ones are found, by metric or by story`(
    _ earlier: [Gate], _ now: [Gate], _ expected: [String]
  ) throws {
    let text = "scenario: s\n\(Samples.builds)\n\(Samples.stories)"
    var scenario = try ScenarioParser.parse(text, file: "f")
    var before = scenario
    (before.gates, scenario.gates) = (earlier, now)
    #expect(scenario.looserGates(than: before, for: ["list", "lend"]) == expected)
    #expect(scenario.looserGates(than: before, for: []) == [])
  }

  private static let gateable = Metric.all.filter { $0.polarity == .lowerIsBetter }.map(\.id)
    .joined(separator: ", ")

  @Test(arguments: [
    ("[]", "f:9:3: there are no gates; allowed: one or more."),
    ("metric: cpu-time", "f:9:3: 'gates' is a mapping; allowed: a list of gates."),
    (
      "- { metric: cpu-tim }",
      "f:9:15: there is no metric 'cpu-tim'; allowed: \(gateable). Did you mean 'cpu-time'?"
    ),
    (
      "- { metric: other-cpu }",
      """
      f:9:15: 'other-cpu' describes the surroundings: it gets neither better nor worse; allowed: \
      \(gateable).
      """
    ),
    (
      "- { metric: throughput, at-most: +5% }",
      """
      f:9:15: 'throughput' is the items over the wall time, so it has no verdict of its own; allowed: \
      wall-time, whose ratio is the reciprocal.
      """
    ),
    (
      """
      - { metric: cpu-time, stories: [list], at-most: +1% }
      - { metric: cpu-time, at-most: 1 s }
      - { metric: cpu-time, at-most: +9% }
      """,
      """
      f:9:5: the gate has no effect: a later one on 'cpu-time' covers all that it does; allowed: the narrower \
      one last, or one alone.
      """
    ),
    (
      """
      - { metric: cpu-time, steps: true }
      - { metric: cpu-time, stories: [list], at-most: +1% }
      """, ""
    ),
    (
      """
      - { metric: cpu-time, stories: [lits] }
      - { metric: cpu-time }
      """,
      "f:9:35: there is no story 'lits'; allowed: list. Did you mean 'list'?"
    ),
    (
      "- { metric: peak-cpu, steps: true }",
      "f:9:32: 'steps' of 'peak-cpu', which only whole stories have; allowed: false."
    ),
    (
      "- { at-most: +1% }",
      "f:9:5: a gate has no 'metric'; allowed: the name of a metric."
    ),
    (
      "- { metric: cpu-time, stories: [lits], limit: +1% }",
      """
      f:9:35: there is no story 'lits'; allowed: list. Did you mean 'list'?
      f:9:42: unknown key 'limit' in a gate; allowed: metric, stories, steps, at-most.
      """
    ),
    (
      "- { metric: cpu-time, stories: [], steps: often }",
      """
      f:9:34: the gate names no story; allowed: one or more.
      f:9:45: 'steps' is 'often'; allowed: true or false.
      """
    ),
    (
      """
      - { metric: peak-memory, at-most: 2% }
      - { metric: peak-memory, at-most: 64 mb }
      - { metric: peak-memory, at-most: +64 MB }
      - { metric: cpu-time, at-most: -2% }
      - { metric: cpu-time, at-most: 64 MB }
      - { metric: minor-faults, at-most: many }
      """,
      """
      f:9:37: 'at-most' is '2%'; allowed: a change such as +2%, or a budget for peak-memory in \
      B, kB, KiB, MB, MiB, GB. Did you mean '+2%'?
      f:10:37: 'at-most' is '64 mb'; allowed: a change such as +2%, or a budget for peak-memory in \
      B, kB, KiB, MB, MiB, GB. Did you mean '64 MB'?
      f:11:37: 'at-most' is '+64 MB'; allowed: a change such as +2%, or a budget for peak-memory in \
      B, kB, KiB, MB, MiB, GB. Did you mean '64 MB'?
      f:12:34: 'at-most' is '-2%'; allowed: a change such as +2%, or a budget for cpu-time in \
      ns, us, µs, ms, s.
      f:13:34: 'at-most' is '64 MB'; allowed: a change such as +2%, or a budget for cpu-time in \
      ns, us, µs, ms, s.
      f:14:38: 'at-most' is 'many'; allowed: a change such as +2%, or a budget for minor-faults as \
      a number.
      """
    ),
  ])
  func `mistakes in gates are reported`(_ lines: String, _ mistakes: String) {
    #expect(Samples.mistakes(in: Self.file(lines)) == mistakes)
  }
}
