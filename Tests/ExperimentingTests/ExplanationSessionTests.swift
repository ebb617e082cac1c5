import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import Running
import TestSupport
import Testing

@Suite struct ExplanationSessionTests {
  private static let hasPerf = FileManager.default.isExecutableFile(atPath: "/usr/bin/perf")

  /// A comparison of both builds that has been made.
  private func comparison(
    on stage: SessionStage, pairs: Int = 5, slower: [String: Double] = [:]
  ) async throws -> ExplainableComparison {
    let compared = try ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []),
      ComparisonSettings(pairs: pairs, memoryRuns: 0, checksLayout: false, seed: 7),
      for: .comparison, store: stage.store, stage.equipment(slower: slower))
    _ = try await compared.carryOut(in: SessionCall(["compare"], in: "/here")) { _ in }
    return try ExplainableComparison("latest", in: stage.store)
  }

  @Test(.enabled(if: hasPerf))
  func `an explanation reports that a story no longer shows the change`() async throws {
    let stage = try SessionStage()
    let comparison = try await comparison(on: stage, pairs: 10, slower: ["b": 1.2])
    #expect(comparison.stories == ["s", "t"])

    // Both sides swing alike now.
    let profiles = try Replay.profiles().map(\.baseline)
    let session = ExplanationSession(
      try stage.scenario().selecting(["s"], []),
      .comparison(.builds(baseline: "a", candidates: ["b"])),
      ComparisonSettings(
        pairs: 20, memoryRuns: 0, checksLayout: false, usesProof: false, seed: 7),
      store: stage.store,
      stage.equipment(profiled: { run in
        profiles[(run.round + (run.build == "a" ? 0 : 3)) % profiles.count]
      }))
    let explained = try await session.carryOut(in: SessionCall(), explaining: comparison)
    let explanations = try explained.flatMap { try $0.explanations }
    let explanation = try #require(explanations.first?.explanation)
    #expect(explanations.count == 1 && explanation.pairs == 20)
    #expect(explanation.functions.allSatisfy { !$0.isShown })
    #expect(explanation.caveats.contains(.noChange))
  }

  @Test(.enabled(if: hasPerf))
  func `a driver that counts nothing is still explained, with the reason`()
    async throws
  {
    let stage = try SessionStage()
    let profiles = try Replay.profiles()
    let session = ExplanationSession(
      try stage.scenario().selecting(["s"], []),
      .comparison(.builds(baseline: "a", candidates: ["b"])),
      ComparisonSettings(pairs: 20, memoryRuns: 0, usesProof: false, seed: 7), store: stage.store,
      stage.equipment(
        refusingToCount: "the kit does not count",
        profiled: { run in
          let pair = profiles[run.round % profiles.count]
          return run.build == "a" ? pair.baseline : pair.candidate
        }))
    let explained = try await session.carryOut(in: SessionCall())
    #expect(explained.map(\.outcome) == [.passed])
    let explanation = try #require(try explained[0].explanations.first?.explanation)
    #expect(explanation.leads.first?.function == Replay.Functions.sort)
    #expect(explanation.caveats.contains(.noWork("the kit does not count")))
  }

  @Test(.enabled(if: hasPerf), arguments: [true, false])
  func `an explanation runs the driver that its comparison ran, or tells that it changed`(
    _ isOne: Bool
  ) async throws {
    let stage = try SessionStage()
    var comparison = try await comparison(on: stage)
    let differing = HarnessFinding(differing: ["perf/d.py"])
    comparison.experiment.decision?.harness =
      isOne ? HarnessFinding(source: "main", commit: "4c") : differing

    let profiles = try Replay.profiles()
    let session = ExplanationSession(
      try stage.scenario().selecting(["s"], []),
      .comparison(.builds(baseline: "a", candidates: ["b"])),
      ComparisonSettings(pairs: 8, memoryRuns: 0, checksLayout: false, usesProof: false, seed: 7),
      store: stage.store,
      stage.equipment(
        building: RecordedBuilds(log: stage.log, harness: isOne ? nil : differing),
        profiled: { run in
          let pair = profiles[run.round % profiles.count]
          return run.build == "a" ? pair.baseline : pair.candidate
        }))
    _ = try await session.carryOut(in: SessionCall(), explaining: comparison)
    let harnesses = stage.log.lines.filter { $0.hasPrefix("harness") }
    #expect(harnesses == (isOne ? ["harness main at named(\"4c\")"] : []))
    let isTold = stage.log.notes.contains {
      $0.hasPrefix("The driver changed (perf/d.py): the functions may be the harness's")
    }
    #expect(isTold != isOne)
  }

  @Test func `too few pairs for the number of stories are refused before anything is built`()
    async throws
  {
    let stage = try SessionStage()
    let session = ExplanationSession(
      try stage.scenario(), .comparison(.builds(baseline: "a", candidates: ["b"])),
      ComparisonSettings(pairs: 8, memoryRuns: 0, usesProof: false, seed: 7), store: stage.store,
      stage.equipment())
    let refusal = await #expect(throws: Refusal.self) {
      try await session.carryOut(in: SessionCall())
    }
    // 2 / 2^8 = 0.0078 is below 0.01, but not below half of it; 2 / 2^9 = 0.0039 is.
    #expect(
      refusal?.description
        == "--pairs 8 can't show any function: 2 stories are explained together, which takes 9 pairs or "
        + "more. '--story NAME' explains one.")
    #expect(stage.log.lines.isEmpty)
  }

  @Test func `allocations of services are refused before anything is built`() async throws {
    let stage = try SessionStage()
    var settings = ComparisonSettings(memoryRuns: 0, usesProof: false, seed: 7)
    settings.explained = .allocations
    let session = ExplanationSession(
      try stage.scenarioOfUsers(), .alone(nil), settings, store: stage.store, stage.equipment())
    let refusal = await #expect(throws: Refusal.self) {
      try await session.carryOut(in: SessionCall())
    }
    #expect(
      refusal?.description
        == "'allocations' can't be explained: the steps are requests, and who allocates in services is not "
        + "recorded. '--metric cpu-time' explains their CPU time.")
    #expect(stage.log.lines.isEmpty)
  }

  @Test(arguments: [
    // Whether files differed from the commit that was measured; the commit now, and whether files differ.
    (false, "4c", false, false), (false, "4c", true, true), (false, "9f", false, true),
    (true, "9f", false, false),
  ])
  func `a measured commit is built again if the files have changed since`(
    _ wasDirty: Bool, _ commit: String, _ isDirty: Bool, _ isBuiltAgain: Bool
  ) async throws {
    let stage = try SessionStage()
    var comparison = try await comparison(on: stage)
    comparison.experiment.revision = Self.revision("4c", isDirty: wasDirty)
    let choice = comparison.measured(
      .revision("v1", build: "b"), Self.revision(commit, isDirty: isDirty))
    guard isBuiltAgain else {
      #expect(choice == nil)
      return
    }
    guard case .revisions(let baseline, let candidate, let build)? = choice else {
      Issue.record("\(String(describing: choice))")
      return
    }
    #expect([baseline, candidate, build] == ["v1", "4c", "b"])
  }

  /// A comparison of a commit and new files, which the commit in `9f` holds.
  private func comparisonOfNewFiles(on stage: SessionStage) async throws -> ExplainableComparison {
    var comparison = try await comparison(on: stage)
    comparison.experiment.revision = Self.revision("4c", isDirty: false)
    comparison.experiment.builds[1].revision = Self.revision("9f", isDirty: true)
    return comparison
  }

  private static func revision(_ commit: String, isDirty: Bool) -> Revision {
    Revision(commit: commit, branch: nil, committedAt: Date(), isDirty: isDirty)
  }

  @Test func `new files that were measured are built again with their commit`() async throws {
    let comparison = try await comparisonOfNewFiles(on: SessionStage())
    let choice = comparison.measured(
      .revision("v1", build: "b"), Self.revision("5d", isDirty: false))
    guard case .revisions(let baseline, let candidate, let build)? = choice else {
      Issue.record("\(String(describing: choice))")
      return
    }
    #expect([baseline, candidate, build] == ["v1", "9f", "b"])
  }

  @Test func `explaining is refused at the same commit if new files have changed since`()
    async throws
  {
    let comparison = try await comparisonOfNewFiles(on: SessionStage())
    let (measured, now) = (comparison.experiment, Self.revision("4c", isDirty: false))
    var builds = measured.builds
    builds[1].sha256 = "2f00"
    // A build may differ each time that it is made.
    #expect(
      try comparison.note(measured.scenario, builds, now)?
        .hasPrefix("This is not what experiment 1 measured: the build 'b'") == true)
    builds[1].revision = now
    #expect(throws: Refusal.self) { try comparison.note(measured.scenario, builds, now) }
  }

  @Test(.enabled(if: hasPerf), arguments: [true, false])
  func `new files that git no longer keeps are those of now`(_ isKept: Bool) async throws {
    let stage = try SessionStage()
    let comparison = try await comparisonOfNewFiles(on: stage)
    let profiles = try Replay.profiles()
    let session = ExplanationSession(
      try stage.scenario().selecting(["s"], []), .comparison(.revision("v1", build: "b")),
      ComparisonSettings(pairs: 8, memoryRuns: 0, checksLayout: false, usesProof: false, seed: 7),
      store: stage.store,
      stage.equipment(
        building: RecordedBuilds(log: stage.log, unknown: isKept ? [] : ["9f"]),
        profiled: { run in
          let pair = profiles[run.round % profiles.count]
          return run.build.hasPrefix("v1") ? pair.baseline : pair.candidate
        }))
    _ = try await session.carryOut(in: SessionCall(), explaining: comparison)
    #expect(
      stage.log.lines.last { $0.hasPrefix("build") }
        == "build v1 at named(\"v1\"), "
        + (isKept ? "9f at named(\"9f\")" : "work-tree at workTree"))
    #expect(
      stage.log.notes.contains { $0.contains("with new files: that commit is built") } == isKept)
  }
}
