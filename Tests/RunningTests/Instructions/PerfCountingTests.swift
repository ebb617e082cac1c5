import Diagnosing
import Foundation
import Metrics
import Recording
import TestSupport
import Testing

@testable import Running

/// Drivers that count by themselves, by the processor's counters.
@Suite struct PerfCountingTests {
  static let hasCounters = Probe.ofHardwareCounters() == .works

  /// A driver in another language, which answers each step with this.
  private static func driver(_ members: String) -> [String: [String]] {
    let script = """
      while read -r line; do case $line in *hello*) echo '{"ok":true,"protocol":1}';;
      *'"count":true,"counter":"perf"'*) echo '{"ok":true,"cost":{"wall_ns":1,"cpu_ns":1}\(members)}';;
      *step*) echo '{"ok":true,"cost":{"wall_ns":1,"cpu_ns":1}}';;
      *) echo '{"ok":true}';; esac; done
      """
    return ["build": ["/bin/sh", "-c", script]]
  }

  @Test func `a driver's own count is the only measurement of the run, under a separate name`()
    throws
  {
    let run = try CountingStage(
      [.of("anything"), .of("another")], commands: Self.driver(#","instructions":21"#),
      counting: .perf()
    ).runs()[0]
    #expect(run.ending == .passed)
    #expect(run.measurements == [.hardwareInstructions: 42])
    #expect(run.steps.map(\.instructions) == [21, 21])
  }

  @Test(arguments: ["", #","instructions":-1"#])
  func `a driver without instruction counts fails its run with advice`(_ members: String) throws {
    let run = try CountingStage(
      [.of("anything")], commands: Self.driver(members), counting: .perf()
    ).runs()[0]
    #expect(run.failure?.reason == .protocolBroken)
    #expect(
      run.failure?.message == """
        The driver gave no 'instructions' for a step with "counter":"perf". \
        '--instructions-by callgrind' works with drivers that can't count them in this way.
        """)
    #expect(run.measurements.isEmpty)
  }

  @Test(arguments: [
    (
      "The kit does not count.",
      "the driver does not count instructions ('The kit does not count.')"
    ),
    ("No.", "the driver does not count instructions ('No.')"),
  ])
  func `a driver that refuses to count has no wrong outcome, and its message is kept`(
    _ message: String, _ words: String
  ) throws {
    let refusal = #"{"ok":false,"error":{"code":"not-counted","message":"\#(message)"}}"#
    let script = """
      while read -r line; do case $line in *hello*) echo '{"ok":true,"protocol":1}';;
      *step*) echo '\(refusal)';;
      *) echo '{"ok":true}';; esac; done
      """
    let stage = try CountingStage(
      [.of("anything")], commands: ["build": ["/bin/sh", "-c", script]], counting: .perf())
    let failure = try #require(stage.runs()[0].failure)
    #expect(failure.reason == .notMeasured)
    #expect(
      failure.message
        == "The driver does not count instructions (not-counted): \(message)")
    #expect(failure.countRefusal == words)
    // Of a step that nobody counts it is an outcome like any other.
    #expect(stage.measured().failure?.reason == .wrongRefusal)
    #expect(stage.measured().failure?.countRefusal == nil)
  }

  @Test(.enabled(if: !hasCounters, "the processor's counters work"))
  func `without the processor's counters DriverKit reports the refusal`() throws {
    let run = try CountingStage([CountingStage.compute(1000)], counting: .perf()).runs()[0]
    #expect(run.failure?.message.contains("not-counted") == true, "\(run.ending)")
    #expect(run.measurements.isEmpty)
  }

  @Test(.enabled(if: hasCounters, "the processor has no counters that can be used"))
  func `the processor's count of a repeated step is proportional to its repetitions`() throws {
    let steps = try CountingStage(
      [CountingStage.compute(100_000), CountingStage.compute(100_000, times: 2)],
      counting: .perf()
    ).runs()[0].steps.compactMap(\.instructions)
    try #require(steps.count == 2)
    #expect(steps[0] > 200_000)
    #expect(abs(Double(steps[1]) / Double(steps[0]) - 2) < 1e-2, "\(steps)")
  }
}
