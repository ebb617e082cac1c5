import Foundation
import GRDB
import Metrics
import Recording
import Store
import SystemPackage
import TestSupport
import Testing

@Suite struct RoundTripTests {
  private let folder: ScratchFolder
  private let store: ResultStore

  init() throws {
    folder = try ScratchFolder()
    store = try ResultStore(path: folder["store.sqlite"].string)
  }

  @Test func `an experiment is read as it was stored`() throws {
    let stored = try store.add(SampleExperiment.experiment())
    #expect(stored.number == 1)
    #expect(try store.experiment("1") == stored)
    var imported = SampleExperiment.experiment()
    imported.source = .import
    imported.environment = nil
    imported.seed = 0
    #expect(try store.experiment("\(store.add(imported).number ?? 0)").environment == nil)
  }

  @Test func `a run is read exactly as it was stored, also over another connection`() throws {
    _ = try store.add(SampleExperiment.experiment())
    let run = SampleExperiment.run()
    try store.add(run, to: 1)
    for store in [store, try ResultStore(existing: folder["store.sqlite"].string)] {
      let found = try #require(try store.runs(of: 1).first)
      #expect(found.steps.isEmpty && found.timeline.samples.isEmpty)
      #expect(try store.details(of: found) == run)
    }
  }

  @Test func `a step that was stored before latencies and waits for a CPU were has none`() throws {
    _ = try store.add(SampleExperiment.experiment())
    var run = SampleExperiment.run()
    try store.add(run, to: 1)
    try DatabaseQueue(path: folder["store.sqlite"].string).write {
      try $0.execute(
        sql: "UPDATE step SET inside = json_remove(inside, '$.latencies', '$.firstThread')")
    }
    #expect(run.steps.last?.latencies?.requests?.count == 2)
    #expect(run.steps[1].firstThread != nil)
    run.steps[1].latencies = nil
    run.steps[1].firstThread = nil
    #expect(try store.details(of: run) == run)
  }

  @Test(arguments: RunFailure.Reason.allCases)
  func `a failed run is stored like any other`(_ reason: RunFailure.Reason) throws {
    _ = try store.add(SampleExperiment.experiment())
    let failure = RunFailure(
      reason: reason, message: "It’s over.", step: StepName("US1: login"), signal: 11,
      exitCode: 3, standardError: "line 1\nline 2\u{FFFD}\n")
    var run = SampleExperiment.run(ending: .failed(failure))
    run.measurements = [:]
    run.pid = nil
    run.startedAt = nil
    try store.add(run, to: 1)
    let found = try store.details(of: try #require(try store.runs(of: 1).first))
    #expect(found == run)
    // It counted: that may be the counter's failure, and is none of the app.
    #expect(try store.runCounts(of: 1) == (all: 1, failed: 0))
    var measured = SampleExperiment.run(position: 2, ending: .failed(failure))
    measured.kind = .solo
    try store.add(measured, to: 1)
    #expect(try store.runCounts(of: 1) == (all: 2, failed: reason.isItsOwn ? 1 : 0))
  }

  @Test func `profiles and the work of functions are read as they were stored`() throws {
    _ = try store.add(SampleExperiment.experiment())
    var run = SampleExperiment.run()
    let profile = try Replay.profiles(pairs: 1)[0].candidate
    var nodes = profile.nodes
    nodes[1].isInlined = true
    run.profile = try Profile(
      functions: profile.functions, nodes: nodes, samplePeriod: profile.samplePeriod,
      lostSamples: 2, inlining: .told)
    run.work = CallCounts([
      .init(function: Replay.Functions.sort, own: 1 << 40, inclusive: 1 << 50, calls: 3)
    ])
    let other = SampleExperiment.run(position: 2)
    var waiting = SampleExperiment.run(position: 3)
    nodes[0].waits = 2
    waiting.profile = try Profile(
      functions: profile.functions, nodes: nodes, unit: .offCPUTime, samplePeriod: 1000,
      lostSamples: 0)
    try store.add([run, other, waiting], to: 1)
    let found = try store.withProfiles(store.runs(of: 1), of: 1)
    #expect(found.map(\.profile) == [run.profile, nil, waiting.profile])
    #expect(found.map(\.work) == [run.work, nil, nil])
    // Whoever asks for runs alone gets none: they are most of what is stored.
    #expect(try store.runs(of: 1).allSatisfy { $0.profile == nil })
  }

  @Test func `a damaged profile is refused`() throws {
    _ = try store.add(SampleExperiment.experiment())
    var run = SampleExperiment.run()
    run.profile = try Replay.profiles(pairs: 1)[0].candidate
    try store.add(run, to: 1)
    try DatabaseQueue(path: folder["store.sqlite"].string).write { db in
      try db.execute(sql: "UPDATE profile SET profile = json_set(profile, '$.parents[0]', 5)")
    }
    #expect(throws: StoreError.self) { try store.withProfiles(store.runs(of: 1), of: 1) }
  }

  @Test func `text after a null character is kept, and the null character is replaced`() throws {
    _ = try store.add(SampleExperiment.experiment())
    let failure = RunFailure(reason: .crashed, message: "a\0b", standardError: "core\0dumped")
    try store.add(SampleExperiment.run(ending: .failed(failure)), to: 1)
    #expect(try store.runs(of: 1).first?.failure?.standardError == "core\u{FFFD}dumped")
  }

  @Test func `repeated runs are all kept, but counted once`() throws {
    let number = try #require(try store.add(SampleExperiment.experiment()).number)
    let runs = (1...3).map { SampleExperiment.run(position: $0, attempt: $0) }
    for run in runs { try store.add(run, to: number) }
    #expect(try store.runs(of: number).map(\.attempt) == [1, 2, 3])
    #expect(try store.runs(of: number).map(\.interference) == runs.map(\.interference))
    #expect(try store.runCounts(of: number) == (all: 1, failed: 0))
  }

  @Test func `runs are read in the order in which they were made`() throws {
    _ = try store.add(SampleExperiment.experiment())
    for position in [3, 1, 2] { try store.add(SampleExperiment.run(position: position), to: 1) }
    #expect(try store.runs(of: 1).map(\.position) == [1, 2, 3])
    #expect(try store.runCounts(of: 1) == (all: 3, failed: 0))
    #expect(try store.runs(of: 2).isEmpty)
  }

  @Test func `measurements stay with their own run, in whatever order runs are stored`() throws {
    for _ in 1...2 { _ = try store.add(SampleExperiment.experiment()) }
    let measurements: [[Metric: Double]] = [
      [.cpuTime: 1, .wallTime: 2], [:], [.wallTime: 3],
      [.cpuTime: 4, .peakMemory: 5, .wallTime: 6],
      [:],
    ]
    for (index, measurements) in measurements.enumerated() {
      for experiment in 1...2 {
        var run = SampleExperiment.run(position: index + 1)
        run.measurements = measurements.mapValues { $0 * Double(experiment) }
        try store.add(run, to: Int64(experiment))
      }
    }
    #expect(try store.runs(of: 1).map(\.measurements) == measurements)
    #expect(
      try store.runs(of: 2).map(\.measurements) == measurements.map { $0.mapValues { $0 * 2 } })
  }

  @Test func `a run that is stored twice is refused, and the store stays as it was`() throws {
    _ = try store.add(SampleExperiment.experiment())
    let run = SampleExperiment.run()
    try store.add(run, to: 1)
    #expect(throws: StoreError.self) { try store.add(run, to: 1) }
    #expect(try store.runs(of: 1).count == 1)
  }

  @Test func `a run of an unknown experiment is refused, and nothing of it is stored`() throws {
    #expect(throws: StoreError.self) { try store.add(SampleExperiment.run(), to: 7) }
    #expect(try store.runs(of: 7).isEmpty)
  }

  @Test func `completing an experiment records the given time`() throws {
    #expect(try store.add(SampleExperiment.experiment()).completedAt == nil)
    try store.complete(1, at: SampleExperiment.date)
    #expect(try store.experiments().map(\.completedAt) == [SampleExperiment.date])
  }
}
