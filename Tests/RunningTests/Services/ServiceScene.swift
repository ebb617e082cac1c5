import DriverProtocol
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport

@testable import Running

/// Runs and pairs of the test driver, which asks services that are the test driver, too.
struct ServiceScene {
  let interruption: Interruption
  private let scenario: Scenario
  private let contexts: BuildContexts
  private let driver: [String]
  private let patience: Duration

  /// The test driver as a service on a port.
  static func server(
    _ name: String = "server", _ arguments: [String] = [],
    readiness: Service.Readiness = .port, timeLimit: Duration? = nil
  ) -> Service {
    Service(
      name: name, command: [BuiltProducts.testDriver, "--serve", "${port}"] + arguments,
      readiness: readiness, timeLimit: timeLimit)
  }

  /// A shell's script as a service.
  static func script(
    _ text: String, readiness: Service.Readiness, timeLimit: Duration? = nil
  ) -> Service {
    Service(
      name: "server", command: ["sh", "-c", text], readiness: readiness, timeLimit: timeLimit)
  }

  /// A scene in which each build's service computes more by its factor.
  init(
    _ steps: [Step], beside services: [Service] = [server()], factors: [String: Int] = [:],
    folder: FilePath = "/", driver: [String] = [BuiltProducts.testDriver],
    patience: Duration = .seconds(60)
  ) throws {
    interruption = try Interruption()
    scenario = Scenario(
      name: "scene", title: "", builds: [], fixture: [:],
      stories: [Story(name: Stage.story, title: "", steps: steps)], runs: 1,
      timeLimit: .seconds(60), services: services)
    contexts = BuildContexts(folder, variables: factors.mapValues { ["factor": "\($0)"] })
    self.driver = driver
    self.patience = patience
  }

  private var commands: [String: [[String]]] { ["a": [driver], "b": [driver]] }

  /// A scene of a command that makes a file, which takes a while to digest, beside a service that never rests.
  static func ofBusyService() throws -> ServiceScene {
    let step = Step(
      verb: "run", command: StepCommand(words: StepCommand.shell("truncate -s 24M file")),
      expectation: .command(CommandExpectation(files: ["file": .init(bytes: 24 << 20)])))
    return try ServiceScene(
      [step], beside: [script("touch up; while :; do :; done", readiness: .file("up"))],
      driver: CommandHost(folder: "/", variables: [:]).words)
  }

  private var launcher: Launcher { Launcher(path: BuiltProducts.launcher) }

  /// Makes one run.
  func run(_ kind: RunKind = .solo) -> Run {
    solos.execute(planned.run(of: .baseline, kind: kind))
  }

  /// Makes a pair one after the other.
  func pair(in realTime: RealTimeClass) -> Pair<Run> {
    ArrangedExecutor(
      duets: .failure(.noDuet(.oneCPU)), solos: solos, realTime: realTime
    ).execute(planned)
  }

  /// Makes a pair in turns.
  func gang(in realTime: RealTimeClass) -> Pair<Run> {
    DuetExecutor(setup, on: .gang(realTime)).execute(planned)
  }

  var setup: ReplaySetup {
    ReplaySetup(
      scenario: scenario, commands: commands, in: contexts, launcher: launcher,
      interruption: interruption, machineMemory: 1 << 30, patience: patience)
  }

  private var solos: ProcessExecutor { ProcessExecutor(setup) }

  /// Makes one duet.
  func pair() throws -> Pair<Run> {
    let stage = try DuetStage(launcher: launcher, interruption: interruption)
    defer { stage.close() }
    return DuetExecutor(setup, on: .duet(stage)).execute(planned)
  }

  private var planned: PlannedPair {
    PairPlan(stories: [Stage.story], baseline: "a", candidate: "b", rounds: 1...1, seed: 1)
      .pairs[0]
  }
}

extension Step {
  /// A step that asks a service for something.
  static func ask(_ line: String, port: String = "SERVER_PORT") -> Step {
    let number = line.split(separator: " ").last.map(String.init) ?? ""
    return .of(
      "ask", ["for": .text(line), "port": .text(port)], expecting: ["answer": .text(number)])
  }
}

extension StepRecord {
  /// A Boolean value indicating whether the service 'server' could use the CPU time that was counted.
  var hasTimeOfServer: Bool {
    guard let used = services["server"]?.cost.cpu else { return false }
    return used <= .nanoseconds(end - start) + .milliseconds(50)
  }
}

extension Run {
  /// A measurement of a service; nil where there is none.
  func value(_ id: String) -> Double? { Metric.named(id).flatMap { measurements[$0] } }
}
