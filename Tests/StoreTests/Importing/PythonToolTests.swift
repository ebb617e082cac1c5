import Metrics
import Recording
import Store
import Testing

/// Results of pyperf and pytest-benchmark.
struct PythonToolTests {
  private static let oneProcess =
    "the samples of a benchmark count as its runs, although one process made them all: they resemble each "
    + "other more than separate runs do, so intervals are too narrow."

  /// pyperf 2.11 wrote it; only facts about the machine were taken out. The means are exact ones, by Python's
  /// `fractions`.
  @Test func `each process that pyperf recorded is a run with the mean of its values`() throws {
    let measurements = try Import.recorded("good-pyperf.json")
    #expect(measurements.runs.map(\.story) == ["join", "join", "split", "split"])
    #expect(measurements.runs.map(\.round) == [1, 2, 1, 2])
    let means = [67.05729157137814, 67.18750030406302, 70.92187518746111, 70.22916707436859]
    for (run, mean) in zip(measurements.runs, means) {
      let time = try #require(run.measurements[.wallTime])
      #expect(abs(time - mean) <= 1e-12 * mean, "\(time), not \(mean)")
    }
    #expect(
      measurements.runs.map { $0.measurements[.peakMemory] }
        == [19_632_128, 19_734_528, 19_795_968, 19_558_400])
    #expect(
      measurements.warnings == [
        "good-pyperf.json: each process is one run, the mean of up to 3 values; how these spread is left "
          + "out."
      ])
  }

  @Test func `pyperf's calibration is no run, and common facts hold for all benchmarks`() throws {
    let measurements = try Import.file(
      #"""
      {"version": "1.0", "metadata": {"name": "loop", "unit": "second", "mem_max_rss": 5000},
       "benchmarks": [{"runs": [{"warmups": [[1, 0.5]]}, {"values": [0.25]}]}]}
      """#)
    #expect(measurements.runs.map(\.story) == ["loop"])
    #expect(
      measurements.runs.map(\.measurements) == [[.wallTime: 250e6, .peakMemory: 5000]])
    #expect(measurements.warnings.isEmpty)
  }

  @Test func `pyperf's benchmarks of anything but time are left out and named`() throws {
    let measurements = try Import.file(
      #"""
      {"version": "1.0", "benchmarks": [
       {"metadata": {"name": "a", "unit": "byte"}, "runs": [{"values": [4096]}]},
       {"metadata": {"name": "b", "unit": "second"}, "runs": [{"values": [1]}]},
       {"metadata": {"name": "c"}, "runs": [{}]}]}
      """#)
    #expect(measurements.stories == ["b"])
    #expect(
      measurements.warnings == [
        "f: left out, because Rehearse has no such metric: a in the unit 'byte'.",
        "f: there is no value of c, which is left out.",
      ])
  }

  /// pytest-benchmark 5.3.1 wrote it; only facts about the machine were taken out. The times are its seconds
  /// times 1e9, by Python.
  @Test func `each round that pytest-benchmark recorded is a run`() throws {
    let measurements = try Import.recorded("good-pytest-benchmark.json")
    #expect(
      measurements.stories == ["test_words.py::test_split[10]", "test_words.py::test_split[100]"])
    #expect(measurements.runs.map(\.round) == [1, 2, 3, 4, 1, 2, 3, 4])
    #expect(
      measurements.runs.map(\.measurements) == [
        [.wallTime: 1224.9999770119757], [.wallTime: 525.5000132819987],
        [.wallTime: 1645.4999922643765], [.wallTime: 380.50001194278593],
        [.wallTime: 4417.500008457864], [.wallTime: 2641.5000036195124],
        [.wallTime: 2500.500016822116], [.wallTime: 2483.499997651961],
      ])
    #expect(measurements.warnings == ["good-pytest-benchmark.json: \(Self.oneProcess)"])
  }

  @Test func `a pytest benchmark saved without its data has its mean as the only run`() throws {
    let measurements = try Import.file(
      #"{"machine_info": {}, "benchmarks": [{"fullname": "t.py::t", "stats": {"mean": 0.5}}]}"#)
    #expect(measurements.runs.map(\.measurements) == [[.wallTime: 500e6]])
    #expect(
      measurements.warnings == ["f: without samples, a benchmark's mean counts as its only run."])
  }
}
