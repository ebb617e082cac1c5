import DriverProtocol
import Scenarios
import Testing

struct ScenarioTests {
  private func scenario(_ after: [(String, [String])]) -> Scenario {
    Scenario(
      name: "s", title: "s", builds: [], fixture: [:],
      stories: after.map { Story(name: $0.0, title: $0.0, after: $0.1, steps: []) },
      runs: 1, timeLimit: .seconds(1))
  }

  private func prerequisites(_ name: String, in scenario: Scenario) throws -> [String] {
    let story = try #require(scenario.story(named: name))
    return scenario.prerequisites(of: story).map(\.name)
  }

  @Test func `each prerequisite of a story comes once, after its own prerequisites`() throws {
    let scenario = scenario([
      ("d", ["b", "c"]), ("b", ["a"]), ("c", ["a", "b"]), ("a", []), ("e", ["c", "d", "a"]),
    ])
    #expect(try prerequisites("a", in: scenario) == [])
    #expect(try prerequisites("b", in: scenario) == ["a"])
    #expect(try prerequisites("c", in: scenario) == ["a", "b"])
    #expect(try prerequisites("d", in: scenario) == ["a", "b", "c"])
    #expect(try prerequisites("e", in: scenario) == ["a", "b", "c", "d"])
  }

  @Test func `a chain of stories may have 20,000 links`() throws {
    let names = (0..<20_000).map { "s\($0)" }
    let scenario = scenario(names.indices.map { (names[$0], $0 == 0 ? [] : [names[$0 - 1]]) })
    #expect(try prerequisites("s19999", in: scenario) == names.dropLast())
  }

  @Test func `prerequisites follow the order in which 'after' names them`() throws {
    let scenario = scenario([("a", []), ("b", []), ("c", ["b", "a"])])
    #expect(try prerequisites("c", in: scenario) == ["b", "a"])
  }

  @Test func `each of sixty layers with shared prerequisites is visited only once`() throws {
    // Walked anew for each path there would be 2^60 visits.
    let layers = (1...60).flatMap { layer in
      ["l", "r"].map { side -> (String, [String]) in
        ("\(side)\(layer)", layer == 1 ? [] : ["l\(layer - 1)", "r\(layer - 1)"])
      }
    }
    #expect(try prerequisites("l60", in: scenario(layers)).count == 118)
  }

  @Test func `a story is found by its name`() {
    let scenario = scenario([("a", []), ("b", ["a"])])
    #expect(scenario.story(named: "b")?.after == ["a"])
    #expect(scenario.story(named: "c") == nil)
  }

  @Test(arguments: [
    (PackageBuild.Configuration.release, [], true), (.debug, [], false),
    (.debug, ["-DX", "-O"], true), (.release, ["-Onone"], false),
    (.release, ["-Onone", "-Ounchecked"], true), (.debug, ["-Osize", "-Onone"], false),
  ])
  func `the last flag decides whether a build is optimised`(
    _ configuration: PackageBuild.Configuration, _ flags: [String], _ isOptimised: Bool
  ) {
    let build = PackageBuild(
      package: ".", product: "app", configuration: configuration, swiftFlags: flags)
    #expect(build.isOptimised == isOptimised)
  }

  @Test func `a step's label has its arguments by name and its repetitions`() {
    let expectation = Expectation.outcome(facts: [:], digest: nil)
    #expect(Step(verb: "list", expectation: expectation).label == "list")
    #expect(
      Step(
        verb: "lend",
        arguments: ["note": .text("for ever"), "device": .integer(1), "now": .bool(true)],
        expectation: expectation
      ).label == "lend device=1 note=for ever now=true")
    #expect(
      Step(
        verb: "list", arguments: ["share": .number(0.5)], repetitions: 20, expectation: expectation
      ).label == "list share=0.5 ×20")
  }
}
