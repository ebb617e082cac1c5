import Store
import Testing

/// Files of other tools that can't be imported.
struct ForeignResultTests {
  private static func hyperfine(_ command: String) -> String { #"{"results": [\#(command)]}"# }
  private static func dotNet(_ benchmark: String) -> String {
    #"{"HostEnvironmentInfo": {}, "Benchmarks": [\#(benchmark)]}"#
  }
  private static func google(_ benchmark: String) -> String {
    #"{"context": {}, "benchmarks": [\#(benchmark)]}"#
  }
  private static func pytest(_ benchmark: String) -> String {
    #"{"machine_info": {}, "benchmarks": [\#(benchmark)]}"#
  }

  private static let refused: [(String, String)] = [
    (
      hyperfine(#"{"command": "a", "times": [1, -1], "mean": 0}"#),
      "f:1:44: results[0].times[1]: it is -1.0; allowed: 0 and more."
    ),
    (
      hyperfine(#"{"command": "a", "times": [], "mean": 0}"#),
      "f:1:40: results[0].times: the list is empty."
    ),
    (
      hyperfine(#"{"command": "a", "times": ["Infinity"]}"#),
      "results[0].times[0] is 'Infinity'; allowed: a number."
    ),
    (hyperfine(#"{"command": "a", "times": [1e999]}"#), "f:1:"),
    (
      hyperfine(#"{"command": "a", "times": [1e300]}"#),
      "f:1:41: results[0].times[0]: its value is out of range."
    ),
    (hyperfine(#"{"times": [1]}"#), "results[0]: the key 'command' is missing."),
    (hyperfine(#"{"command": "a"}"#), "results[0]: the key 'mean' is missing."),
    (hyperfine(#"{"command": "", "mean": 1}"#), "results[0]: the benchmark has no name."),
    (
      hyperfine(#"{"command": "a", "mean": 1}, {"command": "a", "mean": 1}"#),
      "results[1]: 'a' appears twice in the file."
    ),
    (
      hyperfine(#"{"command": "a", "times": [1, 2], "memory_usage_byte": [3]}"#),
      "results[0].memory_usage_byte: it has 1 value; allowed: as many as there are times, 2."
    ),
    (hyperfine(""), "f:1:1: there is nothing to import."),
    (
      pytest(#"{"fullname": "t", "stats": {"mean": 1, "data": [NaN]}}"#), "f:1:"
    ),
    (
      pytest(#"{"fullname": "t", "stats": {"data": [1]}}"#),
      "benchmarks[0].stats: the key 'mean' is missing."
    ),
    (
      google(#"{"name": "a", "real_time": 1, "cpu_time": 1, "time_unit": "h"}"#),
      "benchmarks[0].time_unit: it is 'h'; allowed: ns, us, ms, s."
    ),
    (
      google(#"{"name": "a", "cpu_time": 1, "time_unit": "s"}"#),
      "benchmarks[0]: the key 'real_time' is missing."
    ),
    (
      #"{"version": "1.0", "benchmarks": [{"runs": [{"values": [1]}]}]}"#,
      "benchmarks[0]: the benchmark has no name."
    ),
    (
      #"{"version": "1.0", "benchmarks": [{"metadata": {"name": "a", "unit": "byte"}, "#
        + #""runs": [{"values": [1]}]}]}"#,
      "f:1:1: there is nothing to import; left out, because Rehearse has no such metric: a in the unit "
        + "'byte'."
    ),
    (
      dotNet(
        #"{"FullName": "a", "Measurements": [{"IterationMode": "Workload", "IterationStage": "Result", "#
          + #""LaunchIndex": 1, "Operations": 0, "Nanoseconds": 3}]}"#),
      "Benchmarks[0].Measurements[0].Operations: it is 0.0; allowed: 1 and more."
    ),
    (
      #"{"metrics": {"http_req_duration": {"type": "trend", "contains": "time", "values": "avg"}}}"#,
      "metrics.http_req_duration.values is 'avg'; allowed: an object."
    ),
    (
      #"{"metrics": {"http_req_duration": {"avg": -1}}}"#,
      "metrics.http_req_duration.avg: it is -1.0; allowed: 0 and more."
    ),
    (
      #"{"sampling_mode": "Flat", "iters": [1], "times": [2]}"#,
      "f:1:1: this is one of criterion's files; allowed: its folder, such as target/criterion."
    ),
    (#"{"a": 1}"#, "f:1:1: no known tool writes such a file; allowed: JSON of hyperfine, "),
    (#"{"results": [{"command": "a", "mean": 1"#, "f:1:"),
  ]

  @Test(arguments: refused)
  func `a file that can't be imported is refused with the place and the reason`(
    _ text: String, _ words: String
  ) throws {
    let mistake = try #require(Import.mistake(in: text))
    #expect(mistake.hasPrefix("f:1:") && mistake.contains(words), "\(mistake)")
  }

  @Test func `a refused file leaves what was imported before as it was`() throws {
    var measurements = try Import.recorded("good-hyperfine.json")
    let before = measurements
    #expect(throws: StoreError.self) {
      try measurements.add(
        #"{"results": [{"command": "a", "mean": 1}, {"command": "b", "mean": -1}]}"#, file: "f",
        build: nil)
    }
    #expect(measurements == before)
  }
}
