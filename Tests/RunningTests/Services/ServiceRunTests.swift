import DriverProtocol
import Foundation
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Runs with services, by real processes.
@Suite struct ServiceRunTests {
  @Test func `a service's cost is recorded apart from the driver's, step by step`() throws {
    let run = try ServiceScene([.ask("touch 64"), .ask("burn 60"), .ask("touch 16")]).run()
    try #require(run.passed, "\(run.ending)")
    let services = run.steps.compactMap { $0.services["server"] }
    #expect(services.count == 3)
    // The peak is set back between steps.
    let peaks = services.map { $0.cost.peakMemory?.count ?? 0 }
    #expect(peaks[0] > 64 << 20 && peaks[1] < 48 << 20 && peaks[2] > 16 << 20, "\(peaks)")
    #expect(peaks[2] < 64 << 20)
    #expect(services[1].cost.cpu >= .milliseconds(60))
    #expect(services[2].cost.cpu < .milliseconds(60))
    let cpu = try #require(run.value("server.cpu-time"))
    #expect(cpu >= 60e6 && cpu == Double(services.reduce(0) { $0 + $1.cost.cpu.nanoseconds }))
    #expect(run.value("server.peak-memory") == Double(peaks[0]))
    #expect(try #require(run.measurements[.peakMemory]) < 64e6)
    #expect(run.value("server.minor-faults") != nil && run.value("server.storage-written") != nil)
    #expect(run.value("server.outliving-processes") == nil)
    // It is no process of the driver's.
    #expect(run.measurements[.treeProcesses] == nil && run.value("server.tree-processes") == nil)
    #expect(run.value("server.lowest-memory") != nil && run.value("server.wall-time") == nil)
  }

  @Test
  func `with fixed addresses only anonymous memory is measured, of services, too`()
    throws
  {
    let run = try ServiceScene([.ask("touch 16")]).run(.fixedAddresses).passing()
    #expect(try #require(run.value("server.peak-anonymous-memory")) > 16e6)
    #expect(Set(run.measurements.keys.map(\.ofDriver)) == [.peakAnonymousMemory])
  }

  @Test func `a port that was given is not given again soon, when its service may be starting`()
    throws
  {
    // Of the system's usual 14,000 ports, so many chosen by chance would hardly all be different.
    let ports = try (1...256).map { _ in
      let port = try FreePort()
      port.release()
      return port.number
    }
    #expect(Set(ports).count == ports.count)
  }

  @Test func `under a tool that slows it down, a service has more time to be ready`() throws {
    let services = [
      ServiceScene.server(timeLimit: .seconds(2)), ServiceScene.server("other"),
    ]
    let slowed = try ServiceScene([.ask("touch 16")], beside: services).setup.slowed(by: 3)
    #expect(slowed.scenario.services.map(\.timeLimit) == [.seconds(6), nil])
    #expect(slowed.scenario.timeLimit == .seconds(180))
  }

  @Test func `what a service does while a command's output is digested is not in the step`() throws
  {
    let run = try ServiceScene.ofBusyService().run().passing()
    #expect(run.steps.map(\.hasTimeOfServer) == [true])
  }

  @Test func `services are started in order, and each knows the ports of those before it`() throws {
    let folder = try ScratchFolder()
    let log = folder["log"].string
    let first = Service(
      name: "a-b",
      command: [
        "sh", "-c", "echo $A_B_PORT ${port} > \(log); exec \"$0\" \"$@\"",
        BuiltProducts.testDriver, "--serve", "${port}",
      ])
    let second = Service(
      name: "proxy",
      command: [
        "sh", "-c", "echo $A_B_PORT $PORT_OF_FIRST >> \(log); exec \"$0\" \"$@\"",
        BuiltProducts.testDriver, "--serve", "${port}",
      ],
      environment: ["PORT_OF_FIRST": "${a-b.port}"])
    let run = try ServiceScene(
      [.ask("burn 1", port: "A_B_PORT"), .ask("burn 2", port: "PROXY_PORT"), .of("environment")],
      beside: [first, second]
    ).run().passing()
    let environment = run.steps[2].outcome
    guard case .text(let port)? = environment["A_B_PORT"] else {
      Issue.record("\(environment)")
      return
    }
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    #expect(lines == "\(port) \(port)\n\(port) \(port)\n")
    #expect(
      environment["PROXY_PORT"] != nil && environment["PROXY_PORT"] != environment["A_B_PORT"])
    #expect(environment["PORT_OF_FIRST"] == nil)
    #expect(run.steps[1].services.keys.sorted() == ["a-b", "proxy"])
  }

  @Test func `a service works in its own folder, which is removed after the run`() throws {
    let folder = try ScratchFolder()
    let log = folder["log"].string
    let run = try ServiceScene(
      [.of("directory")],
      beside: [
        .init(
          name: "server",
          command: ["sh", "-c", "pwd > \(log); echo $TMPDIR >> \(log); touch up; exec sleep 1000"],
          readiness: .file("up"))
      ]
    ).run().passing()
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    guard case .text(let directory)? = run.steps.first?.outcome["path"] else {
      Issue.record("\(run.steps)")
      return
    }
    #expect(lines == ["\(directory)/services/server", "\(directory)/services/server"])
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test func `a service is ready when it prints its line, and may print without end after that`()
    throws
  {
    let script = "i=0; while [ $i -lt 3000 ]; do echo loading $i; i=$((i+1)); done; "
    _ = try ServiceScene(
      [.of("count", ["to": .integer(1)])],
      beside: [
        ServiceScene.script(
          script + "echo now ready, at last; while :; do echo noise; done",
          readiness: .line("ready, at"))
      ]
    ).run().passing()
  }

  @Test func `a service's program with a relative path is looked for next to the scenario`() throws
  {
    let folder = try ScratchFolder()
    try folder.addScript("run.sh", "touch up\nexec sleep 1000")
    let service = Service(name: "s", command: ["./run.sh"], readiness: .file("up"))
    _ = try ServiceScene(
      [.of("count", ["to": .integer(1)])], beside: [service], folder: folder.path
    ).run().passing()
  }

  @Test func `processes that a service leaves behind are counted`() throws {
    let run = try ServiceScene([.ask("spawn 1")]).run().passing()
    #expect(run.value("server.outliving-processes") == 1)
    #expect(run.measurements[.outlivingProcesses] == nil)
    #expect(run.peaksAreOfSteps)
  }

  @Test func `steps that are commands find a service's port in a variable and in the environment`()
    throws
  {
    let step = Step(
      verb: "run",
      command: StepCommand(
        words: StepCommand.shell("test -n \"$SERVER_PORT\" && test $SERVER_PORT = ${server.port}")),
      expectation: .command(CommandExpectation()))
    let interruption = try Interruption()
    let host = CommandHost(folder: "/", variables: [:])
    let run = try ProcessExecutor(
      ReplaySetup(
        scenario: Scenario(
          name: "s", title: "", builds: [], fixture: [:],
          stories: [Story(name: "s", title: "", steps: [step])], runs: 1, timeLimit: .seconds(60),
          services: [ServiceScene.server()]),
        commands: ["a": [host.words]], in: BuildContexts("/"),
        launcher: Launcher(path: BuiltProducts.launcher), interruption: interruption,
        machineMemory: 1 << 30)
    ).execute(RunPlan(stories: ["s"], builds: ["a"], rounds: 1, seed: 1).runs[0]).passing()
    #expect(run.value("server.cpu-time") != nil && run.measurements[.cpuTime] != nil)
  }
}
