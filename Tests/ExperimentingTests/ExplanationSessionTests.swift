import Analysis
import Experimenting
import Foundation
import Recording
import Running
import TestSupport
import Testing

@Suite struct ExplanationSessionTests {
  private static let hasPerf = FileManager.default.isExecutableFile(atPath: "/usr/bin/perf")

  @Test(.enabled(if: hasPerf))
  func `a story that no longer shows the change that was measured is told to be so`() async throws {
    let stage = try SessionStage()
    let scenario = try stage.scenario()
    let compared = try ComparisonSession(
      scenario, .builds(baseline: nil, candidates: []),
      ComparisonSettings(pairs: 10, memoryRuns: 0, checksLayout: false, seed: 7),
      for: .comparison, store: stage.store, stage.equipment(slower: ["b": 1.2]))
    _ = try await compared.carryOut(in: SessionCall(["compare"], in: "/here")) { _ in }
    let comparison = try ExplainableComparison("latest", in: stage.store)
    #expect(comparison.stories == ["s", "t"])

    // Both sides swing alike now.
    let profiles = try Replay.profiles().map(\.baseline)
    let session = ExplanationSession(
      try scenario.selecting(["s"], []), .comparison(.builds(baseline: "a", candidates: ["b"])),
      ComparisonSettings(
        pairs: 20, memoryRuns: 0, checksLayout: false, usesProof: false, seed: 7),
      store: stage.store,
      stage.equipment(profiled: { run in
        profiles[(run.round + (run.build == "a" ? 0 : 3)) % profiles.count]
      }))
    let explained = try await session.carryOut(in: SessionCall(), explaining: comparison)
    let explanations = try explained.flatMap { try $0.explanations }
    let explanation = try #require(try explanations.first?.result.get())
    #expect(explanations.count == 1 && explanation.pairs == 20)
    #expect(explanation.functions.allSatisfy { !$0.isShown })
    #expect(explanation.caveats.contains(.noChange))
  }
}
