import DriverProtocol
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Which arrangement a pair gets, with real processes.
@Suite struct ArrangedExecutorTests {
  private let stories = Scenario.Arrangement.allCases.map {
    Story(
      name: $0.rawValue, title: "", arrangement: $0, steps: [.of("count", ["to": .integer(1)])])
  }

  @Test func `a pair without a duet is made back to back, with the reason`() throws {
    let scene = try DuetScene(stories)
    let executor = ArrangedExecutor(
      duets: .failure(.noDuet(.oneCPU)), solos: scene.solos,
      inTurns: ["gang"])
    let noLists =
      "the scenario says 'arrangement: gang', and this kernel does not list the children of a process"
    for (story, reason) in [
      ("back-to-back", Arrangement.Reason.scenario), ("duet", .oneCPU), ("gang", .refused(noLists)),
    ] {
      let pair = executor.execute(scene.planned(story))
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      #expect(pair.inOrder.map(\.arrangement) == [.backToBack(reason), .backToBack(reason)])
      #expect(pair.inOrder.allSatisfy { $0.measurements[.wallTime] != nil })
    }
  }

  @Test func `a pair takes turns in the usual class, too`() throws {
    let scene = try DuetScene(stories)
    let executor = ArrangedExecutor(
      duets: .failure(.noDuet(.oneCPU)), solos: scene.solos,
      gangs: scene.atOnce(on: try #require(PairStage(gangIn: nil))), inTurns: ["gang"])
    let pair = executor.execute(scene.planned("gang"))
    #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
    for run in pair.inOrder {
      #expect(run.arrangement == .gang(turn: 5_000_000) && run.kind == .solo)
      #expect(run.measurements[.wallTime] != nil && run.measurements[.offCPUTime] == nil)
    }
  }

  @Test(arguments: [0.5, 1])
  func `in the usual class no pair takes turns with a quota below one CPU`(
    _ quota: Double
  ) throws {
    let scene = try DuetScene(stories)
    let executor = ArrangedExecutor(
      duets: .failure(.noDuet(.oneCPU)), solos: scene.solos,
      gangs: scene.atOnce(on: try #require(PairStage(gangIn: nil))), inTurns: ["gang"],
      quota: quota)
    let pair = executor.execute(scene.planned("gang"))
    #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
    let refusal = "a quota of CPU time below one CPU would stop a side in the middle of its turn"
    let expected: Arrangement =
      quota < 1 ? .backToBack(.refused(refusal)) : .gang(turn: 5_000_000)
    #expect(pair.inOrder.map(\.arrangement) == [expected, expected])
  }

  @Test func `a run with fixed addresses has only anonymous memory, on one CPU`() throws {
    let scene = try DuetScene([Story(name: "true", title: "", steps: [.of("placement")])])
    let plan = RunPlan(
      kind: .fixedAddresses, stories: ["true"], builds: ["a"], rounds: 1, after: 6, seed: 1)
    let run = scene.solos.execute(plan.runs[0])
    try #require(run.failure?.reason != .notMeasured, "fixed addresses are refused here")
    #expect(run.ending == .passed && run.kind == .fixedAddresses && run.position == 7)
    #expect(run.measurements.keys.map(\.id) == ["peak-anonymous-memory"])
    #expect(run.timeline == .empty && run.steps.count == 1)
    guard case .text(let cpus)? = run.steps.first?.outcome["cpus"] else {
      Issue.record("\(run.steps)")
      return
    }
    #expect(Int(cpus) != nil, "one number, and not a list such as 0-1: \(cpus)")
  }

  @Test func `the refusal of a required setting is reported`() throws {
    let session = try DriverSession(
      ["/bin/cat"], at: RunFolder(home: .own), in: "/",
      launcher: .init(path: BuiltProducts.launcher),
      interruption: try Interruption(), patience: .seconds(60), settings: [.cpu(1000)])
    #expect(
      throws: RunFailure(
        reason: .notMeasured,
        message: "The system refused to keep the driver on one CPU: Invalid argument.")
    ) { try session.driver.require([.cpu(1000)]) }
    try session.driver.require([.slice(.milliseconds(1))])
  }
}
