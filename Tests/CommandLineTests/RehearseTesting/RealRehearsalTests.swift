import Foundation
import TestSupport
import Testing

@testable import RehearseTesting

/// The trait's check by the built `rehearse`.
@Suite(.tags(.endToEnd)) struct RealRehearsalTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.add("Package.swift", "// a package")
  }

  private func verdict(
    _ candidate: String, expected: Int = 20_000, _ change: (inout CheckCall) -> Void = { _ in }
  ) async throws -> CheckVerdict {
    try folder.add(
      "Scenarios/words.yml",
      """
      scenario: words
      builds:
        old: { command: ["\(BuiltProducts.testDriver)"] }
        new: { command: ["\(BuiltProducts.testDriver)"\(candidate)] }
      gates: [{ metric: cpu-time }]
      stories:
        count: { steps: [{ compute: { rounds: 20000 }, repeat: 10, expect: { count: \(expected) } }] }
      """)
    var call = CheckCall(
      scenario: "Scenarios/words.yml", stories: ["count"],
      options: ["--memory-runs", "0", "--no-layout-check", "--no-control", "--no-inputs"])
    change(&call)
    var rehearsal = Rehearsal(
      check: call, testFile: folder.file("Tests/WordsTests/CountTests.swift"),
      sourceLocation: #_sourceLocation)
    rehearsal.search = ExecutableSearch(environment: ["REHEARSE_EXECUTABLE": BuiltProducts.rehearse]
    )
    rehearsal.turn = MeasuringTurn(file: folder.file("lock"))
    return try await rehearsal.carryOut()
  }

  @Test func `a build that does more fails, with the terminal's sentence and its page`()
    async throws
  {
    let verdict = try await verdict(#", "--handicap", "900%""#)
    #expect(!verdict.passed)
    #expect(verdict.text.hasPrefix("words.yml: Regressed: count: CPU time "), "\(verdict.text)")
    let shown = try Completion.of([BuiltProducts.rehearse, "show", "latest"], in: folder.path)
    let sentence = try #require(
      shown.output.split(separator: "\n").last { $0.hasPrefix("Regressed: ") })
    #expect(verdict.text.hasPrefix("words.yml: \(sentence)"), "\(verdict.text)")
    let page = try #require(verdict.pages.first)
    #expect(page.hasPrefix(folder.file("Results/words-")), "\(page)")
    #expect(
      String(decoding: bytes(of: page), as: UTF8.self).contains("Regressed: count"))
  }

  @Test func `a check of two equal builds passes`() async throws {
    let verdict = try await verdict("") { $0.pairs = 4 }
    #expect(verdict.passed, "\(verdict.text)")
  }

  @Test func `a wrong outcome fails the check and has a page`() async throws {
    let verdict = try await verdict("", expected: 20_001) { $0.pairs = 2 }
    #expect(!verdict.passed)
    #expect(verdict.text.hasPrefix("words.yml: Wrong outcome: count, "), "\(verdict.text)")
    #expect(verdict.pages.count == 1)
  }

  @Test func `an unknown story and a missing baseline are reported in Rehearse's words`()
    async throws
  {
    let story = try await verdict("") { $0.stories = ["cuont"] }
    #expect(story.text.hasPrefix("words.yml: Rehearse was called wrongly (status 64)."), "\(story)")
    #expect(story.text.contains("Did you mean 'count'?"), "\(story.text)")
    let baseline = try await verdict("") {
      ($0.baseline, $0.options) = ("main", ["--memory-runs", "0"])
    }
    #expect(
      baseline.text.hasPrefix("words.yml: No baseline, or not comparable (status 5)."),
      "\(baseline.text)")
  }
}
