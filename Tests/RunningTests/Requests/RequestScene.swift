import DriverProtocol
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Runs of a scenario whose steps are requests to a server in Python.
struct RequestScene {
  let folder: ScratchFolder
  let scenario: Scenario
  private let contexts: BuildContexts
  private let interruption: Interruption

  /// A scene of one story with these steps. `settings` are lines of the scenario, `files` those beside it; `service` is
  /// another server's command.
  init(
    _ steps: String, settings: String = "", files: [String: String] = [:],
    server arguments: [String] = [], service: [String]? = nil, variables: String = "{}",
    ofB variablesOfB: String? = nil, timeLimit: String = "60 s", load users: String? = nil
  ) throws {
    try requirePython()
    folder = try ScratchFolder()
    try folder.add("server.py", RequestServer.script)
    for (name, content) in files { try folder.add(name, content) }
    let indented = steps.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    let load = users.map { "  many:\n    users: \($0)" } ?? ""
    let words = (service ?? ["python3", "${scenario}/server.py", "${port}"] + arguments).map {
      "\"\($0)\""
    }
    scenario = try ScenarioParser.parse(
      """
      scenario: s
      builds: { a: { variables: \(variables) }, b: { variables: \(variablesOfB ?? variables) } }
      \(settings)
      services:
        server: { command: [\(words.joined(separator: ", "))], time-limit: 60 s }
      time-limit: \(timeLimit)
      stories:
        story:
          steps:
      \(indented)
      \(load)
      """, file: "s.yml")
    contexts = BuildContexts(
      folder.path,
      variables: ["a": scenario.builds[0].variables, "b": scenario.builds[1].variables])
    interruption = try Interruption()
  }

  private var commands: [String: [[String]]] {
    let words = [CommandHost(folder: "/", variables: [:]).words]
    return ["a": words, "b": words]
  }

  private var launcher: Launcher { Launcher(path: BuiltProducts.launcher) }

  private var setup: ReplaySetup {
    ReplaySetup(
      scenario: scenario, commands: commands, in: contexts, launcher: launcher,
      interruption: interruption, machineMemory: 1 << 30, patience: .seconds(60))
  }

  /// Makes one run of a story.
  func run(_ story: String = "story", round: Int = 1, profiledBy profiler: Profiler? = nil) -> Run {
    var executor = ProcessExecutor(setup)
    executor.profiler = profiler
    return executor.execute(
      RunPlan(stories: [story], builds: ["a"], rounds: round, seed: 1).runs[round - 1])
  }

  /// Makes a duet of the load.
  func pair(round: Int = 1) throws -> Pair<Run> {
    let stage = try DuetStage(launcher: launcher, interruption: interruption)
    defer { stage.close() }
    return DuetExecutor(setup, on: .duet(stage)).execute(
      PairPlan(stories: ["many"], baseline: "a", candidate: "b", rounds: round...round, seed: 1)
        .pairs[0])
  }

  /// Makes both runs of the load one after the other.
  func apart(because reason: Arrangement.Reason) -> Pair<Run> {
    ArrangedExecutor(
      duets: .failure(.noDuet(.oneCPU)), solos: ProcessExecutor(setup), alone: ["many": reason],
      realTime: RealTimeClass()
    ).execute(
      PairPlan(stories: ["many"], baseline: "a", candidate: "b", rounds: 1...1, seed: 1).pairs[0])
  }

  /// The steps of a run that has to pass.
  func steps() throws -> [StepRecord] {
    let run = try run().passing()
    return run.steps
  }

  /// The words of the failure of a run, which has to leave no process.
  func failure() throws -> String {
    let failure = try #require(run().failure)
    // Its server and what sends its requests name the folder.
    #expect(try processes(naming: folder.path.string) == [])
    return failure.message
  }

  /// Makes a certificate for `localhost` with its key, as `NAME.pem` and `NAME.key` in a folder.
  static func addCertificate(_ name: String, to folder: ScratchFolder) throws {
    let made = try Completion.of([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
      "subjectAltName=DNS:localhost", "-keyout", folder.file("\(name).key"), "-out",
      folder.file("\(name).pem"),
    ])
    try #require(made.status == 0, "\(made)")
  }
}
