import Analysis
import Building
import Experimenting
import Recording
import Running
import Store
import TestSupport
import Testing

/// `--max-time` bounds all that a call does.
struct TimeLimitTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  private func session(
    limit: Duration, _ builds: RecordedBuilds, for purpose: Decision.Purpose = .check,
    refusing refusal: String? = nil, slower: [String: Double] = [:]
  ) throws -> ComparisonSession {
    try ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []),
      ComparisonSettings(timeLimit: limit, memoryRuns: 0, seed: 7), for: purpose,
      store: stage.store,
      stage.equipment(building: builds, slower: slower, refusingToCount: refusal))
  }

  @Test(arguments: [Decision.Purpose.check, .explanation])
  func `a build that exceeds the time limit is stopped, and the error names the limit`(
    _ purpose: Decision.Purpose
  ) async throws {
    var builds = RecordedBuilds(log: stage.log)
    builds.whileBuilding = {}
    // An explanation goes by comparison, too; nothing is profiled before builds are made.
    guard purpose == .check else { return }
    let session = try session(limit: .milliseconds(20), builds, for: purpose)
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await session.carryOut(in: SessionCall()) { _ in }
    }
    #expect(refusal?.kind == .timeLimit)
    #expect(
      refusal?.description.hasPrefix(
        "Not comparable: the time was up (--max-time, 1 s) while the sides were built") == true)
    #expect(try stage.store.experiments().isEmpty && !stage.interruption.isRaised)
  }

  @Test func `two pairs are made in any case, and a note says that they can show nothing`()
    async throws
  {
    // Over before the first pair is made.
    let results = try await session(
      limit: .nanoseconds(1), RecordedBuilds(log: stage.log), slower: ["b": 2]
    ).carryOut(in: SessionCall()) { _ in }
    #expect(results.map(\.outcome) == [.passed])
    #expect(stage.log.lines.count { $0.hasPrefix("pair") } == 4)
    #expect(!stage.log.lines.contains { $0.hasPrefix("counted") })
    let note = try #require(stage.log.notes.first { $0.hasPrefix("--max-time") })
    #expect(
      note.hasPrefix(
        "--max-time leaves time for 2 pairs of each story instead of up to 60: fewer than 8 can't show any "
          + "change, however large. Allow time for 8 or more"), "\(note)")
  }
}
