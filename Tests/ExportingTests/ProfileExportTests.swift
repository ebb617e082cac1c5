import Analysis
import Foundation
import Recording
import Reports
import SystemPackage
import TestSupport
import Testing

@testable import Exporting

/// Profiles in the formats of other programs. Of `Replay.profiles` two pairs: the swings of the baseline's
/// runs are -2 and 0 samples, those of the candidate's -2 and 1; a sample is 0.1 ms.
struct ProfileExportTests {
  private let folder: ScratchFolder
  private let profiled: ExportedExperiment

  init() throws {
    folder = try ScratchFolder()
    profiled = try Exported.profiled(Replay.profiles(pairs: 2))
  }

  private func text(_ format: ExportFormat, of experiment: ExportedExperiment) throws -> String {
    try format.text(of: [experiment])
  }

  @Test func `a folded stack is a line for each path with its own time in µs`() throws {
    let text = try text(.folded, of: profiled)
    #expect(
      text == """
        list;a;main;Inventory.list(matching:) 7800
        list;a;main;Inventory.list(matching:);Inventory.sorted(_:) 59600
        list;a;main;Inventory.list(matching:);Inventory.sorted(_:);swift_retain 40200
        list;a;main;Inventory.list(matching:);sqlite3_step 80200
        list;a;main;Inventory.list(matching:);sqlite3_step;handle_mm_fault 11800
        list;b;main;Inventory.list(matching:) 7900
        list;b;main;Inventory.list(matching:);Inventory.sorted(_:) 59800
        list;b;main;Inventory.list(matching:);Inventory.sorted(_:);swift_retain 44100
        list;b;main;Inventory.list(matching:);sqlite3_step 80100
        list;b;main;Inventory.list(matching:);sqlite3_step;handle_mm_fault 11900

        """)
  }

  @Test func `both sides are written in one line, as difffolded does`() throws {
    let text = try text(.foldedDifference, of: profiled)
    #expect(
      text == """
        main;Inventory.list(matching:) 7800 7900
        main;Inventory.list(matching:);Inventory.sorted(_:) 59600 59800
        main;Inventory.list(matching:);Inventory.sorted(_:);swift_retain 40200 44100
        main;Inventory.list(matching:);sqlite3_step 80200 80100
        main;Inventory.list(matching:);sqlite3_step;handle_mm_fault 11800 11900

        """)
  }

  @Test func `a path that only one side has gets 0 for the other side`() throws {
    var builder = ProfileBuilder()
    builder.add([Replay.Functions.main, Replay.Functions.read], samples: 3)
    let other = try builder.profile(samplePeriod: 1_000_000)
    var profiles = try Replay.profiles(pairs: 1)
    profiles[0].candidate = other
    let text = try text(.foldedDifference, of: Exported.profiled(profiles))
    #expect(text.hasSuffix("\nmain;sqlite3_step 0 3000\n"))
    #expect(text.contains("swift_retain 20200 0\n"))
  }

  @Test func `a difference leaves out rounds in which a side has no profile`() throws {
    var builder = ProfileBuilder()
    builder.add([Replay.Functions.main], samples: 3)
    let profile = try builder.profile(samplePeriod: 1_000_000)
    let pair = Pair(baseline: profile, candidate: profile)
    let both = try Exported.profiled([pair, pair])
    var runs = both.analysis.runs
    let failed = try #require(runs.lastIndex { $0.build == "b" })
    runs[failed] = Replay.run("list", on: "b", kind: .duet, round: 2, failed: .crashed)
    let experiment = ExportedExperiment(
      ExperimentAnalysis(both.analysis.experiment, runs: runs))
    #expect(try text(.foldedDifference, of: experiment) == "main 3000 3000\n")
    #expect(try text(.folded, of: experiment) == "list;a;main 6000\nlist;b;main 3000\n")
  }

  @Test func `a name can't split a frame, and a single build makes no difference file`() throws {
    var builder = ProfileBuilder()
    builder.add(
      [ProfiledFunction(name: "a;b\n1 \u{1B}[31m", module: "m", kind: .app)], samples: 1)
    let profile = try builder.profile(samplePeriod: 1000)
    let both = try Exported.profiled([Pair(baseline: profile, candidate: profile)])
    #expect(try text(.folded, of: both) == "list;a;a:b 1 ␛[31m 1\nlist;b;a:b 1 ␛[31m 1\n")
    let alone = ExportedExperiment(
      ExperimentAnalysis(
        both.analysis.experiment, runs: both.analysis.runs.filter { $0.build == "a" }))
    let error = #expect(throws: OutputError.self) { try text(.foldedDifference, of: alone) }
    #expect(
      error?.description
        == "folded-difference compares two builds, and 1 build has profiles. Choose two with --build."
    )
  }

  /// A function that calls another, in which two more were inlined.
  private func inlined() throws -> ExportedExperiment {
    func call(_ name: String, _ isInlined: Bool = false) -> ProfiledCall {
      ProfiledCall(ProfiledFunction(name: name, module: "app", kind: .app), isInlined: isInlined)
    }
    var builder = ProfileBuilder()
    let path = [call("main"), call("work"), call("twice", true), call("mix", true), call("read")]
    builder.add(calls: path, samples: 3)
    builder.add(calls: path.dropLast(2), samples: 2)
    builder.add(calls: [call("main"), call("twice")], samples: 1)
    let profile = try builder.profile(samplePeriod: 1_000)
    return try Exported.profiled([Pair(baseline: profile, candidate: profile)])
  }

  @Test func `inlined functions are marked if the format has a place for that`() throws {
    let folded = try text(.folded, of: inlined())
    #expect(
      folded.hasPrefix(
        """
        list;a;main;twice 1
        list;a;main;work;twice_[i] 2
        list;a;main;work;twice_[i];mix_[i];read 3

        """), "\(folded)")
    // In a difference a function is the same whether it is called or inlined.
    let difference = try text(.foldedDifference, of: inlined())
    #expect(difference == "main;twice 1 1\nmain;work;twice 2 2\nmain;work;twice;mix;read 3 3\n")
    func file(_ format: ExportFormat) throws -> FilePath {
      let path = folder[format.rawValue]
      try Data(format.contents(of: [inlined()])).write(to: URL(fileURLWithPath: path.string))
      return path
    }
    let firefox = try file(.firefoxProfiler)
    let schemas = PeerReaders.package.appending("Tests/Peers/schemas")
    let found = try PeerReaders.read([
      .document(firefox, schema: schemas.appending("firefox-profiler.schema.json")),
      .file(file(.pprof), as: "pprof"),
    ])
    #expect(found[0] as? [String] == [])
    let samples = try #require((found[1] as? [String: Any])?["samples"] as? [[String: Any]])
    #expect(
      samples[1]["stack"] as? [[String]] == [
        ["main", "app"], ["work", "app"], ["twice", "app", "inlined"], ["mix", "app", "inlined"],
        ["read", "app"],
      ])
    let json = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: firefox.string))) as? [String: Any])
    let shared = try #require(json["shared"] as? [String: Any])
    let frames = try #require(shared["frameTable"] as? [String: Any])
    let symbols = try #require(shared["nativeSymbols"] as? [String: Any])
    let texts = try #require(shared["stringArray"] as? [String])
    // The one that is called, and the one that is inlined; both into the symbol `work`.
    #expect(frames["inlineDepth"] as? [Int] == [0, 0, 1, 2, 0, 0])
    #expect(
      (frames["nativeSymbol"] as? [Any])?.map { $0 as? Int } == [nil, nil, 0, 0, nil, nil])
    #expect((symbols["name"] as? [Int])?.map { texts[$0] } == ["work"])
    #expect((json["libs"] as? [[String: Any]])?.map { $0["name"] as? String } == ["app"])
  }

  @Test func `the readers of speedscope, the Firefox Profiler and pprof find every path`() throws {
    func file(_ format: ExportFormat) throws -> FilePath {
      let path = folder[format.rawValue]
      try Data(format.contents(of: [profiled])).write(to: URL(fileURLWithPath: path.string))
      return path
    }
    let schemas = PeerReaders.package.appending("Tests/Peers/schemas")
    let (speedscope, firefox) = (try file(.speedscope), try file(.firefoxProfiler))
    let found = try PeerReaders.read([
      .document(speedscope, schema: schemas.appending("speedscope.schema.json")),
      .document(firefox, schema: schemas.appending("firefox-profiler.schema.json")),
      .file(firefox, as: "firefox-profiler"), .file(file(.pprof), as: "pprof"),
    ])
    #expect(found[0] as? [String] == [] && found[1] as? [String] == [])
    try check(firefox: found[2])
    try check(pprof: found[3])
    try check(
      speedscope: try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: speedscope.string))))
  }

  private func check(firefox found: Any) throws {
    let threads = try #require(found as? [[String: Any]], "\(found)")
    #expect(threads.map { $0["name"] as? String } == ["list on a", "list on b"])
    let samples = try #require(threads[1]["samples"] as? [[Any]])
    #expect(
      samples.map { $0[0] as? [String] } == [
        ["main", "Inventory.list(matching:)"],
        ["main", "Inventory.list(matching:)", "sqlite3_step"],
        ["main", "Inventory.list(matching:)", "sqlite3_step", "handle_mm_fault"],
        ["main", "Inventory.list(matching:)", "Inventory.sorted(_:)"],
        ["main", "Inventory.list(matching:)", "Inventory.sorted(_:)", "swift_retain"],
      ])
    #expect(samples.map { $0[1] as? Double } == [7.9, 80.1, 11.9, 59.8, 44.1])
  }

  private func check(pprof found: Any) throws {
    let profile = try #require(found as? [String: Any], "\(found)")
    #expect(profile["types"] as? [[String]] == [["samples", "count"], ["cpu", "nanoseconds"]])
    #expect(profile["first"] as? String == "Inventory" && profile["default"] as? String == "cpu")
    #expect(profile["period"] as? Int == 100_000)
    let samples = try #require(profile["samples"] as? [[String: Any]])
    #expect(samples.count == 10)
    let last = try #require(samples.last)
    #expect(last["values"] as? [Int] == [441, 44_100_000])
    #expect(last["labels"] as? [String: String] == ["story": "list", "build": "b"])
    #expect(
      last["stack"] as? [[String]] == [
        ["main", "driver"], ["Inventory.list(matching:)", "Inventory"],
        ["Inventory.sorted(_:)", "Inventory"], ["swift_retain", "libswiftCore.so"],
      ])
  }

  private func check(speedscope found: Any) throws {
    let file = try #require(found as? [String: Any])
    let frames = try #require((file["shared"] as? [String: [[String: String]]])?["frames"])
    let profiles = try #require(file["profiles"] as? [[String: Any]])
    #expect(profiles.map { $0["name"] as? String } == ["list on a", "list on b"])
    #expect(profiles.map { $0["endValue"] as? Double } == [199_600_000, 203_800_000])
    let stack = try #require((profiles[0]["samples"] as? [[Int]])?.last)
    #expect(
      stack.map { frames[$0]["name"] } == [
        "main", "Inventory.list(matching:)", "Inventory.sorted(_:)", "swift_retain",
      ])
    #expect((profiles[0]["weights"] as? [Double])?.last == 40_200_000)
  }
}
