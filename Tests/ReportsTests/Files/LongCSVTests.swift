import DriverProtocol
import Metrics
import Recording
import Reports
import Store
import TestSupport
import Testing

struct LongCSVTests {
  private func text(_ runs: [Run]) -> String {
    var text = ""
    LongCSV.write(runs, of: Replay.experiment(), to: &text)
    return text
  }

  private func imported(_ text: String) throws -> [Run] {
    var measurements = ImportedMeasurements()
    try measurements.add(text, file: "f", build: "")
    return measurements.runs
  }

  @Test func `runs keep their order, and measurements have that of the catalogue`() {
    #expect(
      text([
        Replay.run(
          "lend", on: "b", round: 2, [.minorFaults: 7, .cpuTime: 1500, .peakMemory: 4_000_000]),
        Replay.run("list", on: "a", round: 1, [.peakCPU: 36.4]),
      ]) == """
        \(Self.header)
        ,b,lend,,solo,2,1,,1,peak-memory,B,4000000
        ,b,lend,,solo,2,1,,1,cpu-time,ns,1500
        ,b,lend,,solo,2,1,,1,minor-faults,1,7
        ,a,list,,solo,1,1,,1,peak-cpu,%,36.4

        """)
  }

  private static let header = LongCSV.columns.joined(separator: ",")

  @Test func `a row names its run, and each step has rows of its own`() throws {
    var run = Replay.run(
      "list", on: "b", kind: .duet, round: 3, layout: 2, [.cpuTime: 5],
      steps: [Replay.step(of: "before"), Replay.step(of: "list"), Replay.step(of: "list")])
    run.attempt = 2
    run.arrangement = .duet(.init(cpu: 1, slice: nil, tick: 500_000))
    run.steps[1].inside.cpu = .nanoseconds(2)
    run.steps[2].inside.cpu = .nanoseconds(3)
    var counted = Replay.run(
      "list", on: "b", kind: .counted, [.hardwareInstructions: 7], steps: [Replay.step(of: "list")])
    counted.steps[0].instructions = 7
    var memory = Replay.run("list", on: "b", kind: .fixedAddresses, [.peakMemory: 9])
    memory.arrangement = .backToBack(.oneCPU)
    var experiment = Replay.experiment()
    experiment.number = 4
    var text = ""
    let metrics: [Metric] = [.hardwareInstructions, .cpuTime, .peakMemory]
    LongCSV.write([run, counted, memory], of: experiment, metrics: metrics, to: &text)
    #expect(
      text == """
        \(Self.header)
        4,b,list,,duet,3,2,duet,2,cpu-time,ns,5
        4,b,list,1,duet,3,2,duet,2,peak-memory,B,0
        4,b,list,1,duet,3,2,duet,2,cpu-time,ns,2
        4,b,list,2,duet,3,2,duet,2,peak-memory,B,0
        4,b,list,2,duet,3,2,duet,2,cpu-time,ns,3
        4,b,list,,counted,1,1,,1,hardware-instructions,1,7
        4,b,list,1,counted,1,1,,1,hardware-instructions,1,7
        4,b,list,,fixed-addresses,1,1,back-to-back,1,peak-memory,B,9

        """)
    experiment.source = .command
    text = ""
    LongCSV.write([counted], of: experiment, to: &text)
    #expect(text.split(separator: "\n").count == 2)
    let back = try imported(text)
    #expect(back.map(\.kind) == [.counted] && back[0].measurements == [.hardwareInstructions: 7])
  }

  @Test func `the requests of a load have rows after its steps, with latencies alone`() throws {
    var load = Replay.step(of: "day")
    load.latencies = StepLatencies(Array(1...30), of: ["a", "b"], at: (0..<30).map { $0 / 20 })
    let run = Replay.run("day", on: "b", kind: .duet, [.latencyP50: 15], steps: [load])
    var text = ""
    LongCSV.write(
      [run], of: Replay.experiment(), metrics: [.cpuTime, .latencyP50], to: &text)
    #expect(
      text == """
        \(Self.header)
        ,b,day,,duet,1,1,,1,latency-p50,ns,15
        ,b,day,1,duet,1,1,,1,cpu-time,ns,0
        ,b,day,1,duet,1,1,,1,latency-p50,ns,15
        ,b,day,2,duet,1,1,,1,latency-p50,ns,10
        ,b,day,3,duet,1,1,,1,latency-p50,ns,25

        """)
  }

  @Test func `what a cycle retains has rows, which are imported as they were`() throws {
    let runs = [
      Replay.run("s", on: "a", kind: .cycles, [.retainedBytes: 0, .retainedBlocks: 0]),
      Replay.run("s", on: "b", kind: .cycles, [.retainedBytes: 156, .retainedBlocks: 2]),
    ]
    let text = text(runs)
    #expect(
      text == """
        \(Self.header)
        ,a,s,,cycles,1,1,,1,retained-bytes,B/cycle,0
        ,a,s,,cycles,1,1,,1,retained-blocks,1,0
        ,b,s,,cycles,1,1,,1,retained-bytes,B/cycle,156
        ,b,s,,cycles,1,1,,1,retained-blocks,1,2

        """)
    let back = try imported(text)
    #expect(back.map(\.kind) == [.cycles, .cycles])
    #expect(back.map(\.measurements) == runs.map(\.measurements))
  }

  @Test func `kinds, attempts, layouts and gaps between rounds survive export and import`() throws {
    var again = Replay.run("list", on: "a", kind: .duet, round: 4, layout: 2, [.cpuTime: 1])
    again.attempt = 3
    let runs = [
      again, Replay.run("list", on: "a", kind: .fixedAddresses, round: 4, [.peakMemory: 2]),
      Replay.run("list", on: "a", kind: .solo, round: 1, [.peakMemory: 3]),
    ]
    let back = try imported(text(runs))
    #expect(back.map(\.kind) == runs.map(\.kind))
    #expect(back.map(\.round) == [4, 4, 1])
    #expect(back.map(\.attempt) == [3, 1, 1])
    #expect(back.map(\.layout) == [2, 1, 1])
    #expect(back.map(\.measurements) == runs.map(\.measurements))
  }

  @Test func `without measurements the file has only its header`() {
    #expect(text([]) == "\(Self.header)\n")
    #expect(text([Replay.run("s", on: "b")]) == "\(Self.header)\n")
  }

  @Test func `a failed run has no rows, even if it has measurements`() {
    #expect(
      text([Replay.run("s", on: "b", [.cpuTime: 1], failed: .crashed)])
        == "\(Self.header)\n")
  }

  @Test(arguments: [
    ("a,b", #""a,b""#), (#"say "hi""#, #""say ""hi""""#), (#"""#, #""""""#), ("a\nb", "\"a\nb\""),
    ("a\r\nb", "\"a\r\nb\""), ("größe", "größe"), (" a ", "\" a \""), ("a;b", "a;b"),
    ("a\"\u{301}", "\"a\"\"\u{301}\""), ("a,\u{301}b", "\"a,\u{301}b\""),
  ])
  func `names with commas, quotes, line ends or outer blanks are quoted`(
    _ name: String, _ written: String
  ) throws {
    let text = text([Replay.run(name, on: name, [.cpuTime: 1])])
    let expected = "\(Self.header)\n,\(written),\(written),,solo,1,1,,1,cpu-time,ns,1\n"
    #expect(text.unicodeScalars.elementsEqual(expected.unicodeScalars))
    let run = try #require(try imported(text).first)
    #expect(run.build.unicodeScalars.elementsEqual(name.unicodeScalars))
    #expect(run.story.unicodeScalars.elementsEqual(name.unicodeScalars))
  }

  @Test(arguments: [
    0.1, 1.0 / 3, 1e-7, 1e20, 1e300, 0x1p53, 0x1p53 + 2, 9.007_199_254_740_993e18,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude, 4, 0, 123_456_789.123_456_78,
  ])
  func `a value reads back bit for bit`(_ value: Double) throws {
    let run = try #require(
      try imported(text([Replay.run("s", on: "b", [.peakCPU: value])])).first)
    #expect(run.measurements[.peakCPU]?.bitPattern == value.bitPattern)
  }

  @Test func `exported measurements are imported with the same values and rounds`() throws {
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

  @Test func `the runs of 2015 survive export and import`() throws {
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

  @Test func `two files of one build survive export and import`() throws {
    var measurements = ImportedMeasurements()
    for (file, value) in [("f", 1), ("g", 2)] {
      try measurements.add(
        "build,story,metric,unit,run,value\nb,s,cpu-time,ns,1,\(value)\n", file: file, build: "")
    }
    #expect(
      try imported(text(measurements.runs)).map(\.measurements) == [[.cpuTime: 1], [.cpuTime: 2]])
  }
}
