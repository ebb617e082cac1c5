import Metrics
import Recording
import Store
import Testing

/// Results of hyperfine.
struct HyperfineTests {
  private static let oneMean =
    "f: user and system time are means over all runs of a command, and count for its first run alone."

  /// hyperfine 1.15 wrote it, called with `-n nap -P n 1 2 'sleep 0.00{n}'`. The times are its seconds times
  /// 1e9, by Python.
  @Test func `each run of a command that hyperfine recorded is a run`() throws {
    let measurements = try Import.recorded("good-hyperfine.json")
    #expect(measurements.builds == ["good-hyperfine"])
    #expect(measurements.stories == ["nap n=1", "nap n=2"])
    #expect(measurements.runs.map(\.round) == [1, 2, 3, 1, 2, 3])
    #expect(
      measurements.runs.map { $0.measurements[.wallTime] } == [
        2_520_844.0, 2730607.0000000005, 2683414.0000000005, 3878642.0000000005, 3_760_461,
        3_459_966,
      ])
    #expect(
      measurements.runs.map { $0.measurements[.cpuTime] }
        == [1485666.6666666667, nil, nil, 1506999.9999999998, nil, nil])
    #expect(measurements.runs[0].measurements[.userTime] == 958666.6666666667)
    #expect(measurements.runs[0].measurements[.systemTime] == 527_000)
    #expect(measurements.recipe(of: "good-hyperfine") == "imported from hyperfine")
  }

  /// Since 1.20.
  @Test func `the peak memory of each run is imported`() throws {
    let runs = try Import.file(
      #"""
      {"results": [{"command": "a b", "mean": 1.5, "stddev": null, "times": [1, 2],
       "memory_usage_byte": [4096, 8192], "exit_codes": [0, 0]}]}
      """#
    ).runs
    #expect(
      runs.map(\.measurements) == [
        [.wallTime: 1e9, .peakMemory: 4096], [.wallTime: 2e9, .peakMemory: 8192],
      ])
    #expect(runs.allSatisfy { $0.story == "a b" && $0.build == "app" })
  }

  @Test func `a command without single times has its mean as the only run`() throws {
    let measurements = try Import.file(
      #"{"results": [{"command": "a", "mean": 0.25, "user": 0.125, "system": 0.0625}]}"#)
    #expect(
      measurements.runs.map(\.measurements) == [
        [.wallTime: 250e6, .userTime: 125e6, .systemTime: 62.5e6, .cpuTime: 187.5e6]
      ])
    #expect(
      measurements.warnings == ["f: without samples, a benchmark's mean counts as its only run."])
  }

  @Test func `runs that ended with another status are reported`() throws {
    let measurements = try Import.file(
      #"""
      {"results": [{"command": "a", "mean": 1, "user": 0, "system": 0, "times": [1, 1, 1],
       "exit_codes": [0, 1, null]}]}
      """#)
    #expect(
      measurements.warnings == [
        Self.oneMean, "f: 2 runs ended with another status than 0; the times count.",
      ])
  }
}
