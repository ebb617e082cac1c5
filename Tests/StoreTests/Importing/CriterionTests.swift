import Metrics
import Recording
import Store
import TestSupport
import Testing

/// The folder of criterion: one that it wrote itself, and others in its form.
struct CriterionTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try add("words/split/10/new", "words/split/10", #"{"iters": [2, 4], "times": [25.0, 54.0]}"#)
    try add("words/join/new", "words/join", #"{"iters": [5.0], "times": [12.5]}"#)
    // An earlier measurement, and what is no measurement.
    try add("words/join/base", "words/join", #"{"iters": [5.0], "times": [99.0]}"#)
    try scratch.add("criterion/words/join/change/estimates.json", "{}")
    try scratch.add("criterion/report/index.html", "")
  }

  private func add(_ folder: String, _ name: String, _ samples: String?) throws {
    try scratch.add(
      "criterion/\(folder)/benchmark.json",
      #"{"group_id": "words", "function_id": "f", "value_str": null, "full_id": "\#(name)"}"#)
    try scratch.add(
      "criterion/\(folder)/estimates.json",
      #"{"mean": {"confidence_interval": {}, "point_estimate": 8.5}, "median_abs_dev": {}}"#)
    if let samples { try scratch.add("criterion/\(folder)/sample.json", samples) }
  }

  private func imported(_ folder: String = "criterion") throws(StoreError) -> ImportedMeasurements {
    var measurements = ImportedMeasurements()
    try measurements.add(criterion: scratch.file(folder), build: nil)
    return measurements
  }

  private func mistake(_ folder: String = "criterion") -> String {
    do throws(StoreError) {
      _ = try imported(folder)
      return ""
    } catch {
      return error.description.replacing(scratch.file("criterion"), with: "criterion")
    }
  }

  @Test func `what criterion 0.3.6 wrote gives the mean that it found itself`() throws {
    let samples = #"""
      {"sampling_mode":"Linear",
      "iters":[1886.0,3772.0,5658.0,7544.0,9430.0,11316.0,13202.0,15088.0,16974.0,18860.0],
      "times":[1847054.0,7801529.0,9243352.0,12566975.0,14825530.0,16921059.0,23698288.0,27622827.0,22074202.0,
      31572032.0]}
      """#
    try scratch.add(
      "real/sort/100/new/benchmark.json",
      #"""
      {"group_id":"sort","function_id":null,"value_str":"100","throughput":{"Elements":100},
      "full_id":"sort/100","directory_name":"sort/100","title":"sort/100"}
      """#)
    try scratch.add("real/sort/100/new/sample.json", samples)
    try scratch.add(
      "real/sort/100/new/estimates.json",
      #"""
      {"mean":{"confidence_interval":{"confidence_level":0.95,"lower_bound":1416.1142492856723,
      "upper_bound":1767.3656505737767},"point_estimate":1601.494034132034,"standard_error":89.68409466959065},
      "std_dev":{"confidence_interval":{"confidence_level":0.95,"lower_bound":123.61238664842931,
      "upper_bound":406.51136236136756},"point_estimate":299.6601580700234,"standard_error":73.72221196646454}}
      """#)
    let runs = try imported("real").runs
    #expect(runs.map(\.round) == Array(1...10) && runs.allSatisfy { $0.story == "sort/100" })
    let times = runs.compactMap { $0.measurements[.wallTime] }
    #expect(abs(times.reduce(0, +) / 10 - 1601.494034132034) < 1e-9)
    // 100 elements each.
    let rates = runs.compactMap { $0.measurements[.throughput] }
    #expect(rates.count == 10)
    #expect(zip(times, rates).allSatisfy { abs($0 * $1 / 1e9 - 100) < 1e-9 })
  }

  @Test(arguments: [
    (#"{"Elements": 50}"#, 4e9 as Double?), (#"{"Bytes": 50}"#, nil), ("null", nil),
    (#"{"ElementsAndBytes": {"elements": 50, "bytes": 9}}"#, nil),
  ])
  func `only elements have a throughput, also of the mean alone`(
    _ throughput: String, _ rate: Double?
  ) throws {
    try scratch.add(
      "lone/new/benchmark.json", #"{"full_id": "lone", "throughput": \#(throughput)}"#)
    try scratch.add("lone/new/estimates.json", #"{"mean": {"point_estimate": 12.5}}"#)
    var measurements: [Metric: Double] = [.wallTime: 12.5]
    measurements[.throughput] = rate
    #expect(try imported("lone").runs.map(\.measurements) == [measurements])
  }

  @Test func `each sample of the latest measurement is a run`() throws {
    let measurements = try imported()
    #expect(measurements.builds == ["criterion"])
    #expect(measurements.runs.map(\.story) == ["words/join", "words/split/10", "words/split/10"])
    #expect(measurements.runs.map(\.round) == [1, 1, 2])
    #expect(
      measurements.runs.map(\.measurements) == [2.5, 12.5, 13.5].map { [Metric.wallTime: $0] })
    #expect(
      measurements.warnings == [
        "\(scratch.file("criterion")): the samples of a benchmark count as its runs, although one process "
          + "made them all: they resemble each other more than separate runs do, so intervals are too "
          + "narrow."
      ])
    #expect(measurements.recipe(of: "criterion") == "imported from criterion")
  }

  @Test func `an earlier measurement is imported by its own folder`() throws {
    let measurements = try imported("criterion/words/join/base")
    #expect(measurements.builds == ["base"])
    #expect(measurements.runs.map(\.measurements) == [[.wallTime: 19.8]])
  }

  @Test func `without samples the estimated mean is the only run`() throws {
    try add("lone/new", "lone", nil)
    let measurements = try imported("criterion/lone")
    #expect(measurements.runs.map(\.measurements) == [[.wallTime: 8.5]])
    #expect(
      measurements.warnings.map { $0.replacing(scratch.file("criterion"), with: "criterion") } == [
        "criterion/lone: without samples, a benchmark's mean counts as its only run."
      ])
  }

  @Test(arguments: [
    (#"{"iters": [1, 2], "times": [3.0]}"#, "1:28: times: it has 1 value; allowed: as many as "),
    (#"{"iters": [0], "times": [3.0]}"#, "1:12: iters[0]: it is 0.0; allowed: 1 and more."),
    (#"{"iters": [1], "times": [-3.0]}"#, "1:26: times[0]: it is -3.0; allowed: 0 and more."),
    (#"{"iters": [1]}"#, "1:1: times: it has 0 values; "),
    (#"{"iters": [1], "times": [NaN]}"#, "1:"),
    (#"{"iters": [1], "times": [1e999]}"#, "1:"),
    (#"{"times": [3.0]}"#, "1:1: the key 'iters' is missing"),
    (#"{"iters": [1], "times": [3."#, "1:"),
  ])
  func `a file with a mistake is named, and nothing is imported`(
    _ samples: String, _ words: String
  ) throws {
    try add("words/zip/new", "words/zip", samples)
    let place = "criterion/words/zip/new/sample.json:\(words)"
    #expect(mistake().hasPrefix(place), "\(mistake())")
    var measurements = ImportedMeasurements()
    #expect(throws: StoreError.self) {
      try measurements.add(criterion: scratch.file("criterion"), build: nil)
    }
    #expect(measurements == ImportedMeasurements())
  }

  @Test func `two folders of one benchmark and a folder without any are refused`() throws {
    #expect(
      mistake("criterion/report")
        == "The folder criterion/report has no 'new/benchmark.json' at any depth; a folder to be imported "
        + "is criterion's, such as target/criterion.")
    try add("words/again/new", "words/join", nil)
    #expect(
      mistake()
        == "criterion/words/join/new/benchmark.json:1:1: 'words/join' appears twice in the folder.")
  }
}
