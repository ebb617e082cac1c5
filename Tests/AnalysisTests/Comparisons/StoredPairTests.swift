import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

struct StoredPairTests {
  private let decision = Decision(
    purpose: .comparison, baseline: "a of experiment 1", candidate: "a of experiment 2",
    rule: .standard)

  private func side(_ number: Int64, isComplete: Bool = true, _ runs: [Run])
    -> StoredPair.StoredBuild
  {
    var experiment = Replay.experiment(stories: ["s"], builds: Replay.builds("a"))
    experiment.number = number
    experiment.completedAt = isComplete ? Date(timeIntervalSince1970: 1) : nil
    return StoredPair.StoredBuild(ExperimentAnalysis(experiment, runs: runs), build: "a")
  }

  private func runs(_ kind: RunKind, factor: Double = 1) -> [Run] {
    (1...8).map {
      Replay.run(
        "s", on: "a", kind: kind, round: $0, [.cpuTime: factor * (1e8 + 1e5 * Double($0 % 3))])
    }
  }

  private func verdict(_ a: [Run], _ b: [Run]) throws -> CellOutcome {
    let merged = StoredPair.analysis(side(1, a), side(2, b), decision: decision)
    return try Judgement(
      merged, baseline: decision.baseline, candidate: decision.candidate,
      gates: [Gate(metric: .cpuTime)]
    ).gated[0].outcome
  }

  @Test func `experiments that hold only duets are compared by their duets`() throws {
    let outcome = try verdict(runs(.duet), runs(.duet, factor: 1.1))
    #expect(outcome.verdict == .regressed)
    #expect(outcome.result?.kind == .duet && outcome.result?.evidence == .acrossTimes(8))
  }

  @Test func `two experiments are compared by the best kind of run that both have`() throws {
    let both = runs(.duet) + runs(.solo, factor: 3)
    #expect(try verdict(both, runs(.solo, factor: 3)).result?.kind == .solo)
    #expect(try verdict(runs(.solo), runs(.duet)) == .missing(.noCommonKind))
  }

  @Test func `a repeated try of one side does not supersede a first try of the other side`() throws
  {
    var chosen = runs(.duet)
    for index in 0..<4 { chosen[index].attempt = 2 }
    let merged = StoredPair.analysis(side(1, chosen), side(2, runs(.duet)), decision: decision)
    #expect(merged.runs.count == 16 && merged.tries.superseded.isEmpty)
  }

  /// A build of a scenario whose steps are verbs of a driver, or commands.
  private func side(_ build: BuildRecord, ofCommands: Bool = false) -> StoredPair.StoredBuild {
    var experiment = Replay.experiment(stories: ["s"], builds: [build])
    let step = ofCommands ? "run: 'true'" : "count: {}, expect: { count: 1 }"
    experiment.scenario =
      "scenario: e\nbuilds: { a: {\(ofCommands ? "" : " command: [./a] ")} }\n"
      + "stories: { s: { steps: [{ \(step) }] } }\n"
    return StoredPair.StoredBuild(ExperimentAnalysis(experiment, runs: []), build: "a")
  }

  @Test func `that the driver's own code changed is noted, but not of what is measured`() {
    func build(_ driver: String, app: String = "1") -> BuildRecord {
      BuildRecord(
        name: "a", recipe: "python3 driver.py app",
        files: ["python3": driver, "driver.py": driver, "app": app])
    }
    func script(_ hash: String, _ name: String = "./driver.py") -> BuildRecord {
      BuildRecord(name: "a", recipe: "make && \(name)", sha256: hash)
    }
    func note(_ file: String) -> [String] {
      ["The driver changed (\(file)): the difference may be the harness's, not the app's."]
    }
    #expect(StoredPair.notes(side(build("1")), side(build("2"))) == note("driver.py"))
    #expect(StoredPair.notes(side(build("1")), side(build("1", app: "2"))) == [])
    #expect(StoredPair.notes(side(script("1")), side(script("2"))) == note("./driver.py"))
    #expect(StoredPair.notes(side(script("1", "./app")), side(script("2", "./app"))) == [])
    #expect(StoredPair.notes(side(script("1")), side(build("1"))) == [])
    let commands = (side(build("1"), ofCommands: true), side(build("2"), ofCommands: true))
    #expect(StoredPair.notes(commands.0, commands.1) == [])
  }

  @Test func `an experiment that was not completed raises an objection`() {
    let whole = side(1, runs(.duet))
    let part = side(2, isComplete: false, runs(.duet))
    #expect(StoredPair.objections(whole, part).contains("experiment 2 was not completed"))
    #expect(!StoredPair.objections(whole, whole).contains { $0.contains("completed") })
  }
}
