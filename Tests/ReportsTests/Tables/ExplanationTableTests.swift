import Analysis
import Recording
import TestSupport
import Testing

@testable import Reports
@testable import Tables

struct ExplanationTableTests {
  private func explanation(_ profiles: [Pair<Profile>]) throws -> Explanation {
    try Explanation(story: "list", baseline: "a", candidate: "b", profiles: profiles)
  }

  @Test func `what is shown stands in groups, the worst first`() throws {
    let table = try Table.explanation(explanation(Replay.profiles()))
    #expect(table.sections.map(\.heading) == ["Runtime and standard library", "App"])
    let names = table.sections.map { $0.rows.map { $0[0].content } }
    #expect(
      names == [
        [.text("swift_retain")],
        [.text("Inventory.list(matching:)"), .text("Inventory.sorted(_:)"), .text("main")],
      ])
    #expect(table.sections[0].rows[0].last?.content == .text("longer"))
    #expect(table.sections[1].rows[0].last?.content == .text("what it calls takes longer"))
    #expect(table.notes.last == "2 other functions are not shown to have changed.")
  }

  @Test func `what was inlined says so, and on which side`() throws {
    let profiles = try Replay.profiles().map { pair in
      // In the candidate the list has its sorting in it.
      var builder = ProfileBuilder()
      for place in pair.candidate.nodes.indices {
        let path = pair.candidate.path(to: place).map {
          ProfiledCall($0, isInlined: $0 == Replay.Functions.sort)
        }
        builder.add(calls: path, samples: pair.candidate.nodes[place].samples)
      }
      return Pair(
        baseline: pair.baseline, candidate: try builder.profile(samplePeriod: 100_000))
    }
    let table = try Table.explanation(explanation(profiles))
    let names = table.sections.flatMap(\.rows).map { $0[0].content }
    #expect(names.contains(.text("Inventory.sorted(_:) (inlined now)")))
    #expect(table.notes.last?.hasPrefix("(inlined): the compiler put the function") == true)
    let graphs = try [FlameGraph.Side.baseline, .candidate].map { side in
      try FlameGraph(explanation(profiles), of: side, number: 1).piece.markup
    }
    #expect(
      graphs.map { $0.contains("Inventory.sorted(_:), Inventory, inlined: ") } == [false, true])
  }

  @Test func `where nothing is shown the table says so`() throws {
    let same = try Replay.profiles().enumerated().map { place, pair in
      place % 2 == 0 ? pair : Pair(baseline: pair.candidate, candidate: pair.baseline)
    }
    let explanation = try explanation(same)
    let table = try Table.explanation(explanation)
    #expect(table.notes.first == "No function is shown to have changed.")
    #expect(
      table.sections.flatMap(\.rows).map(\.last?.content)
        == Array(repeating: .text("not shown"), count: 3))
    #expect(
      ExplanationText.sentence(explanation)
        .hasSuffix("against a. No function is shown to have changed."))
    #expect(explanation.caveats.contains(.noChange))
  }

  @Test func `the sentence names the function, and what is left`() throws {
    let sentence = try ExplanationText.sentence(explanation(Replay.profiles()))
    #expect(sentence.hasPrefix("list: b takes +2.0"), "\(sentence)")
    #expect(sentence.contains("(+2.0 %) against a: swift_retain +2.0"), "\(sentence)")
    #expect(sentence.hasSuffix(" ms are not located."), "\(sentence)")
  }

  @Test(arguments: [
    (Explanation.Caveat.lostSamples(0.02), "perf lost 2.0 % of the samples of list"),
    (.noSymbols(0.4, module: "libx.so"), "40 % of the time of list is in code without symbols"),
    (.interpreter(0.9, module: "python3.12"), "in the interpreter python3.12"),
    (.noKernel, "'sudo sysctl kernel.perf_event_paranoid=1"),
    (.fewSamples(200), "list is short: 200 samples a run."),
    (
      .noInlining(.noDebugInformation),
      "list are not told apart from those that they were inlined into: a build"
    ),
    (
      .noInlining(.noTool), "there is no 'llvm-symbolizer'. Swift's toolchain has it beside 'swift'"
    ),
    (.noInlining(.toolFailed), "'llvm-symbolizer' failed."),
    (
      .noChange,
      "list shows no change under the profiler: its interval holds 0. More --pairs"
    ),
  ])
  func `caveats say what to do`(_ caveat: Explanation.Caveat, _ words: String) {
    #expect(ExplanationText.words(caveat, of: "list").contains(words))
  }
}
