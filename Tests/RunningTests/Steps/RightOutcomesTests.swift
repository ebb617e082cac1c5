import DriverProtocol
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Of a wrong outcome the scenario has a digest, and another run, which was right, has the text.
@Suite struct RightOutcomesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The failure of a step on the build `b`, made after one on `a`, whose variable `n` is "three".
  private func failure(
    _ text: String, n: String, expecting expectation: CommandExpectation
  ) throws -> RunFailure? {
    let step = Step(
      verb: "run",
      command: StepCommand(
        words: StepCommand.shell(text), input: nil, output: nil, environment: [:]),
      repetitions: 1, expectation: .command(expectation), timeLimit: nil)
    let values = ["a": "three", "b": n]
    let executor = ProcessExecutor(
      ReplaySetup(
        scenario: Scenario(
          name: "s", title: "", builds: [], fixture: [:], files: [],
          stories: [Story(name: "t", title: "", steps: [step])], runs: 1, timeLimit: .seconds(60)),
        commands: values.mapValues {
          [CommandHost(folder: folder.path.string, variables: ["n": $0]).words]
        },
        in: BuildContexts(folder.path), launcher: Launcher(path: BuiltProducts.launcher),
        interruption: try Interruption(), machineMemory: 1 << 30))
    let runs = ["a", "b"].map { build in
      executor.execute(RunPlan(stories: ["t"], builds: [build], rounds: 1, seed: 1).runs[0])
    }
    #expect(runs[0].passed, "\(runs[0].failure?.message ?? "")")
    return runs[1].failure
  }

  /// Of "one", "two" and "three" in three lines, by sha256sum.
  private static let digest = "b6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2"

  @Test
  func `the first different line of standard output is reported, with the build that is right`()
    throws
  {
    let failed = try failure(
      #"printf 'one\ntwo\n%s\n' ${n}"#, n: "3",
      expecting: .init(output: .init(digest: Self.digest)))
    #expect(
      failed?.message
        == "Expected another outcome: standard output, line 3: '3' instead of 'three', as on 'a'."
    )
  }

  @Test func `the first different line of a file or of an expected text is reported`() throws {
    let file = try failure(
      #"printf 'one\ntwo\n%s\n' ${n} > out"#, n: "3",
      expecting: .init(files: ["out": .init(digest: Self.digest)]))
    #expect(
      file?.message
        == "Expected another outcome: out, line 3: '3' instead of 'three', as on 'a'.")
    let text = try failure(
      #"printf 'one\ntwo\n%s\n' ${n}"#, n: "3",
      expecting: .init(output: .init(text: "one\ntwo\nthree")))
    #expect(
      text?.message == "Expected another text: line 3: '3' instead of 'three'.")
  }

  @Test func `a difference beyond the kept part of a long text is reported as such`() throws {
    // (head -c 70000 /dev/zero | tr '\0' x; printf three) | sha256sum
    let digest = "4afd4c565607a49b8a14724302fba5a7ab520f1a5ec941f0df27445e46f56698"
    let failed = try failure(
      #"head -c 70000 /dev/zero | tr '\0' x; printf %s ${n}"#, n: "3",
      expecting: .init(output: .init(digest: digest)))
    #expect(
      failed?.message.hasSuffix("; the first 65536 bytes are as on 'a'.") == true,
      "\(failed?.message ?? "")")
  }

  @Test func `facts that differ between right runs are not reported`() throws {
    let outcomes = RightOutcomes()
    let (a, b) = (outcomes.ofBuild("a"), outcomes.ofBuild("b"))
    a.keep(["n": .integer(1), "time": .integer(5)], of: "s")
    b.keep(["n": .integer(1), "time": .integer(6)], of: "s")
    let wrong = try #require(
      Expectation.outcome(facts: [:], digest: "0a").objection(to: Reply(ok: true, digest: "0b")))
    #expect(
      b.explained(wrong, ["n": .integer(2), "time": .integer(7)], of: "s")
        == Objection("expected another outcome: n 2 instead of 1, as on 'a'"))
    #expect(b.explained(wrong, ["n": .integer(1), "time": .integer(7)], of: "s") == wrong)
    #expect(b.explained(wrong, ["n": .integer(2)], of: "another") == wrong)
    // What names what was found says enough.
    let named = try #require(CommandExpectation().objection(to: ["status": .integer(3)]))
    #expect(b.explained(named, ["n": .integer(2)], of: "s") == named)
  }
}
