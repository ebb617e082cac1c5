import Metrics
import Recording
import Store
import Testing

struct LongFormTests {
  @Test func `rows of one run are put together, in base units`() throws {
    let runs = try Import.long(
      """
      checked,list,peak-memory,MB,1,4.5
      checked,list,cpu-time,ms,1,2
      checked,list,minor-faults,,1,7
      checked,list,peak-cpu,%,1,60
      """)
    #expect(runs.count == 1)
    let run = try #require(runs.first)
    #expect(run.build == "checked" && run.story == "list")
    #expect(run.round == 1 && run.position == 1)
    #expect(run.pid == nil && run.startedAt == nil)
    #expect(run.passed && run.steps.isEmpty && run.timeline == .empty)
    #expect(
      run.measurements == [
        .peakMemory: 4_500_000, .cpuTime: 2_000_000, .minorFaults: 7, .peakCPU: 60,
      ])
  }

  @Test func `rounds count a story's runs on a build, in the file's order`() throws {
    let runs = try Import.long(
      """
      a,list,peak-memory,B,7,1
      b,list,peak-memory,B,7,2
      a,list,peak-memory,B,3,3
      a,lend,peak-memory,B,3,4
      a,list,cpu-time,ns,7,5
      """)
    #expect(runs.map(\.build) == ["a", "b", "a", "a"])
    #expect(runs.map(\.story) == ["list", "list", "list", "lend"])
    #expect(runs.map(\.round) == [1, 1, 2, 1])
    #expect(runs.map(\.position) == [1, 2, 3, 4])
    #expect(runs.first?.measurements == [.peakMemory: 1, .cpuTime: 5])
  }

  @Test func `imported builds, stories and rounds are reported`() throws {
    let measurements = try Import.file(
      Import.longHeader + "b,y,peak-memory,B,1,1\na,x,peak-memory,B,1,1\nb,y,peak-memory,B,2,1\n")
    #expect(measurements.builds == ["b", "a"])
    #expect(measurements.stories == ["y", "x"])
    #expect(measurements.rounds == 2)
    #expect(measurements.warnings == [])
    #expect(ImportedMeasurements().rounds == 0)
  }

  @Test func `a second file of the same build continues the count of rounds`() throws {
    var measurements = ImportedMeasurements()
    for file in ["f", "g"] {
      try measurements.add(
        Import.longHeader + "a,x,peak-memory,B,1,1\n", file: file, build: "")
    }
    #expect(measurements.runs.map(\.round) == [1, 2])
    #expect(measurements.runs.map(\.position) == [1, 2])
  }

  @Test func `the same value twice counts once, with a warning`() throws {
    let measurements = try Import.file(
      Import.longHeader + "a,x,peak-memory,B,1,5\na,x,peak-memory,B,1,5\n")
    #expect(measurements.runs.map(\.measurements) == [[.peakMemory: 5]])
    #expect(
      measurements.warnings == [
        "f:3: run 1 of x appears twice in the file with the same values; it counts once."
      ])
  }

  @Test func `a metric may come in two units, which must agree on a run`() throws {
    #expect(
      try Import.long("a,x,cpu-time,ms,1,2\na,x,cpu-time,us,2,3000\n").map(\.measurements)
        == [[.cpuTime: 2_000_000], [.cpuTime: 3_000_000]])
    #expect(
      try Import.long("a,x,cpu-time,ms,1,2\na,x,cpu-time,us,1,2000\n").map(\.measurements)
        == [[.cpuTime: 2_000_000]])
    #expect(
      Import.mistake(in: Import.longHeader + "a,x,cpu-time,ms,1,2\na,x,cpu-time,us,1,2")
        == "f:3:17: run 1 of x has two values for cpu-time.")
  }

  @Test(arguments: [(";", "semicolons"), ("\t", "tabs")])
  func `the error names a column separator other than commas`(_ sign: String, _ name: String) {
    let error = #expect(throws: StoreError.self) {
      var found = ImportedMeasurements()
      try found.add(
        ["build", "story", "metric"].joined(separator: sign), file: "f", build: nil)
    }
    #expect(error?.description == "f:1:1: columns are separated by \(name); allowed: commas.")
  }

  @Test(arguments: [
    (
      "a,x,peak-memroy,B,1,5",
      """
      f:2:5: there is no metric 'peak-memroy'; allowed: peak-memory, \
      peak-anonymous-memory, lowest-memory, other-memory, peak-cpu, mean-cpu, lowest-cpu, \
      other-cpu, cpu-time, user-time, system-time, wall-time, off-cpu-time, throughput, latency-p50, latency-p90, latency-p95, latency-p99, latency-p999, errors, minor-faults, major-faults, voluntary-switches, involuntary-switches, storage-read, \
      storage-written, outliving-processes, tree-peak-memory, tree-peak-cgroup-memory, tree-peak-proportional-memory, \
      tree-cpu-time, tree-processes, outside-cpu-time, whole-cpu-time, outside-peak-memory, whole-peak-memory, instructions, hardware-instructions, allocations, allocated-bytes, peak-live-bytes, \
      live-blocks, live-bytes, peak-heap, peak-slack, peak-files, peak-stacks, \
      retained-bytes, retained-blocks.
      """
    ),
    (
      "a,x,peak-memory,mb,1,5",
      "f:2:17: peak-memory can't be in 'mb'; allowed: B, kB, KiB, MB, MiB, GB."
    ),
    ("a,x,cpu-time,B,1,5", "f:2:14: cpu-time can't be in 'B'; allowed: ns, us, µs, ms, s."),
    (",x,peak-memory,B,1,5", "f:2:1: the build has no name."),
    ("a,,peak-memory,B,1,5", "f:2:3: the story has no name."),
    ("a,x,peak-memory,B,,5", "f:2:19: run is ''; allowed: a whole number from 0 to 2147483647."),
    (
      "a,x,peak-memory,B,-1,5",
      "f:2:19: run is '-1'; allowed: a whole number from 0 to 2147483647."
    ),
    (
      "a,x,peak-memory,B,1.5,5",
      "f:2:19: run is '1.5'; allowed: a whole number from 0 to 2147483647."
    ),
    (
      "a,x,peak-memory,B,4294967296,5",
      "f:2:19: run is '4294967296'; allowed: a whole number from 0 to 2147483647."
    ),
    ("a,x,peak-memory,B,1,", "f:2:21: value '' is not a number; allowed: a finite number."),
    ("a,x,peak-memory,B,1,5 MB", "f:2:21: value '5 MB' is not a number; allowed: a finite number."),
    ("a,x,peak-memory,B,1,-5", "f:2:21: value '-5' is below 0; allowed: 0 and more."),
    ("a,x,peak-memory,B,1,nan", "f:2:21: value 'nan' is not a number; allowed: a finite number."),
    ("a,x,peak-memory,B,1,-inf", "f:2:21: value '-inf' is not a number; allowed: a finite number."),
    (
      "a,x,peak-memory,B,1,1e999",
      "f:2:21: value '1e999' is not a number; allowed: a finite number."
    ),
    (
      "a,x,peak-memory,GB,1,1e308",
      "f:2:22: value '1e308' is not a number; allowed: a finite number."
    ),
    (
      "a,x,peak-memory,B,1,5\na,x,peak-memory,B,1,6",
      "f:3:19: run 1 of x has two values for peak-memory."
    ),
  ])
  func `a row that can't be imported is refused with the reason`(_ rows: String, _ mistake: String)
  {
    #expect(Import.mistake(in: Import.longHeader + rows) == mistake)
  }

  private static let header =
    "experiment,build,story,step,kind,round,attempt,arrangement,layout,metric,unit,value\n"

  @Test func `rows of exported runs are put together by round, kind and attempt, without steps`()
    throws
  {
    let runs = try Import.file(
      Self.header + """
        3,a,list,,duet,7,2,duet,4,cpu-time,ms,2
        3,a,list,1,duet,7,2,duet,4,cpu-time,ms,1
        3,a,list,,duet,7,2,duet,4,minor-faults,1,5
        3,a,list,,fixed-addresses,7,1,,1,peak-memory,B,9
        """
    ).runs
    #expect(
      runs.map(\.measurements) == [[.cpuTime: 2_000_000, .minorFaults: 5], [.peakMemory: 9]])
    #expect(runs.map(\.kind) == [.duet, .fixedAddresses])
    #expect(runs.map(\.round) == [7, 7] && runs.map(\.attempt) == [2, 1])
    #expect(runs.map(\.layout) == [4, 1] && runs.map(\.arrangement) == [nil, nil])
  }

  @Test(arguments: [false, true])
  func `two files that call their only build alike are two builds if they are given names`(
    _ isExported: Bool
  ) throws {
    var measurements = ImportedMeasurements()
    for (place, name) in ["before", "after", "before"].enumerated() {
      // A control's copy is no build.
      let exported = """
        3,app,x,,solo,1,1,,1,peak-memory,B,\(place)
        3,app again,x,,control,1,1,,1,peak-memory,B,9

        """
      try measurements.add(
        isExported
          ? Self.header + exported : Import.longHeader + "app,x,peak-memory,B,1,\(place)\n",
        file: "f", build: name, replacesNames: true)
    }
    #expect(measurements.builds == ["before", "after"])
    #expect(measurements.runs.map(\.build) == ["before", "after", "before"])
    #expect(measurements.runs.map(\.round) == [1, 1, 2])
    #expect(measurements.runs.map { $0.measurements[.peakMemory] } == [0, 1, 2])
  }

  @Test func `a file of several builds can't be given the name of one`() {
    let texts = [
      ("f:3:1", Import.longHeader + "a,x,peak-memory,B,1,5\nb,x,peak-memory,B,1,5\n"),
      (
        "f:3:3",
        Self.header + "3,a,x,,solo,1,1,,1,cpu-time,ns,1\n3,b,x,,solo,1,1,,1,cpu-time,ns,1\n"
      ),
    ]
    for (place, text) in texts {
      var measurements = ImportedMeasurements()
      let error = #expect(throws: StoreError.self) {
        try measurements.add(text, file: "f", build: "before", replacesNames: true)
      }
      #expect(
        error?.description == "\(place): build 'b' in a file of build 'a': both can't be 'before'; "
          + "allowed: one build in a file that is given a name.")
    }
  }

  @Test func `rounds of a second exported file follow those of the first`() throws {
    var measurements = ImportedMeasurements()
    for experiment in [3, 4] {
      try measurements.add(
        Self.header + "\(experiment),a,x,,solo,2,1,,1,peak-memory,B,1\n", file: "f", build: "")
    }
    #expect(measurements.runs.map(\.round) == [2, 4])
  }

  @Test(arguments: [
    (
      "3,a,x,,solo,1,1,,1,cpu-time,ns,1\n4,a,x,,solo,1,1,,1,cpu-time,ns,1",
      "f:3:1: experiment '4' in a file of experiment '3'; allowed: one experiment a file."
    ),
    (
      "3,a,x,,sole,1,1,,1,cpu-time,ns,1",
      "f:2:8: there is no kind of run 'sole'; allowed: solo, duet, fixed-addresses, counted, allocations, cycles, control."
    ),
    (
      "3,a,x,,solo,-1,1,,1,cpu-time,ns,1",
      "f:2:13: round is '-1'; allowed: a whole number from 0 to 2147483647."
    ),
    (
      "3,a,x,,solo,1,,,1,cpu-time,ns,1",
      "f:2:15: attempt is ''; allowed: a whole number from 0 to 2147483647."
    ),
    (
      "3,a,x,,solo,1,1,,x,cpu-time,ns,1",
      "f:2:18: layout is 'x'; allowed: a whole number from 0 to 2147483647."
    ),
    (
      "3,a,x,1,solo,1,1,,1,cpu-time,ns,?",
      "f:2:33: value '?' is not a number; allowed: a finite number."
    ),
  ])
  func `a row of an exported file that can't be imported is refused with the reason`(
    _ rows: String, _ mistake: String
  ) {
    #expect(Import.mistake(in: Self.header + rows) == mistake)
  }
}
