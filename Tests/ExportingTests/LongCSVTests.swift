import Exporting
import Importing
import MetricCatalog
import Recording
import TestSupport
import Testing

struct LongCSVTests {
  private func text(_ runs: [Run]) -> String {
    var text = ""
    LongCSV.write(runs, to: &text)
    return text
  }

  private func imported(_ text: String) throws -> [Run] {
    var measurements = ImportedMeasurements()
    try measurements.add(text, file: "f", build: "")
    return measurements.runs
  }

  @Test func `runs keep their order, and their figures that of the catalogue`() {
    #expect(
      text([
        Replay.run(
          "lend", on: "b", round: 2, [.minorFaults: 7, .cpuTime: 1500, .peakMemory: 4_000_000]),
        Replay.run("list", on: "a", round: 1, [.peakCPU: 36.4]),
      ]) == """
        build,story,metric,unit,run,value
        b,lend,peak-memory,B,2,4000000
        b,lend,cpu-time,ns,2,1500
        b,lend,minor-faults,1,2,7
        a,list,peak-cpu,%,1,36.4

        """)
  }

  @Test func `without figures there is the header alone`() {
    #expect(text([]) == "build,story,metric,unit,run,value\n")
    #expect(text([Replay.run("s", on: "b")]) == "build,story,metric,unit,run,value\n")
  }

  @Test func `a failed run has no rows, whatever was measured of it`() {
    #expect(
      text([Replay.run("s", on: "b", [.cpuTime: 1], failed: .crashed)])
        == "build,story,metric,unit,run,value\n")
  }

  @Test(arguments: [
    ("a,b", #""a,b""#), (#"say "hi""#, #""say ""hi""""#), (#"""#, #""""""#), ("a\nb", "\"a\nb\""),
    ("a\r\nb", "\"a\r\nb\""), ("größe", "größe"), (" a ", " a "), ("a;b", "a;b"),
    ("a\"\u{301}", "\"a\"\"\u{301}\""), ("a,\u{301}b", "\"a,\u{301}b\""),
  ])
  func `names with commas, quotes or line ends are quoted`(_ name: String, _ written: String) throws
  {
    let text = text([Replay.run(name, on: name, [.cpuTime: 1])])
    let expected = "build,story,metric,unit,run,value\n\(written),\(written),cpu-time,ns,1,1\n"
    #expect(text.unicodeScalars.elementsEqual(expected.unicodeScalars))
    let run = try #require(try imported(text).first)
    #expect(run.build.unicodeScalars.elementsEqual(name.unicodeScalars))
    #expect(run.story.unicodeScalars.elementsEqual(name.unicodeScalars))
  }

  @Test(arguments: [
    0.1, 1.0 / 3, 1e-7, 1e20, 1e300, 0x1p53, 0x1p53 + 2, 9.007_199_254_740_993e18,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude, 4, 0, 123_456_789.123_456_78,
  ])
  func `a figure reads back bit for bit`(_ value: Double) throws {
    let run = try #require(
      try imported(text([Replay.run("s", on: "b", [.peakCPU: value])])).first)
    #expect(run.measurements[.peakCPU]?.bitPattern == value.bitPattern)
  }

  @Test func `what was exported is imported as the same figures of the same rounds`() throws {
    let runs = (1...3).flatMap { round in
      ["checked", "unchecked"].map { build in
        Replay.run(
          "list", on: build, round: round,
          Dictionary(
            uniqueKeysWithValues: Metric.all.enumerated().map {
              ($1, Double(round * 100 + $0) / 7)
            }))
      }
    }
    let back = try imported(text(runs))
    #expect(back.map(\.build) == runs.map(\.build))
    #expect(back.map(\.round) == runs.map(\.round))
    #expect(back.map(\.measurements) == runs.map(\.measurements))
  }

  @Test func `the runs of 2015 survive the way out and in`() throws {
    var measurements = ImportedMeasurements()
    for build in ["swift", "objc"] {
      let file = "\(build)_measurements.csv"
      try measurements.add(Results2015.text(of: file), file: file, build: build)
    }
    let back = try imported(text(measurements.runs))
    #expect(back.count == 160)
    #expect(back.map(\.measurements) == measurements.runs.map(\.measurements))
    #expect(back.map(\.story) == measurements.runs.map(\.story))
    #expect(back.map(\.round) == measurements.runs.map(\.round))
  }

  @Test func `two files of one build survive the way out and in`() throws {
    var measurements = ImportedMeasurements()
    for (file, value) in [("f", 1), ("g", 2)] {
      try measurements.add(
        "build,story,metric,unit,run,value\nb,s,cpu-time,ns,1,\(value)\n", file: file, build: "")
    }
    #expect(
      try imported(text(measurements.runs)).map(\.measurements) == [[.cpuTime: 1], [.cpuTime: 2]])
  }
}
