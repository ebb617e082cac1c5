import DriverProtocol
import Foundation
import Glibc
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Every way in which a service can fail a run: what is said, and that none is left.
@Suite struct ServiceFailureTests {
  private func failure(
    _ steps: [Step], beside service: Service = ServiceScene.server(),
    patience: Duration = .seconds(60)
  ) throws -> RunFailure {
    try #require(try ServiceScene(steps, beside: [service], patience: patience).run().failure)
  }

  private static let count = Step.of("count", ["to": .integer(1)])

  @Test
  func `a service that ends during a request is the reason, with the end of its standard error`()
    throws
  {
    let failure = try failure([Self.count, .ask("complain 3")])
    #expect(failure.reason == .exited && failure.exitCode == 3)
    #expect(
      failure.message == "The service 'server' exited with status 3 before the driver answered.")
    #expect(failure.standardError.hasSuffix("out of luck\n"))
    #expect(failure.step == StepName("story: ask for=complain 3 port=SERVER_PORT"))
  }

  @Test func `a service's crash is reported with its signal`() throws {
    let failure = try failure([.ask("crash 11")])
    #expect(failure.reason == .crashed && failure.signal == 11)
    #expect(
      failure.message
        == "The service 'server' was ended by signal 11 (Segmentation fault) before the driver answered."
    )
  }

  @Test func `an idle service that ends also ends the run at once`() throws {
    let folder = try ScratchFolder()
    let pipe = folder["pipe"].string
    try #require(mkfifo(pipe, 0o600) == 0)
    // It ends when the driver has come to its step, which would hang for ever.
    let service = ServiceScene.script(
      "touch up; cat \(pipe) > got; exit 7", readiness: .file("up"))
    let failure = try failure([.of("hang", ["file": .text(pipe)])], beside: service)
    #expect(
      failure.message == "The service 'server' exited with status 7 before the driver answered.")
  }

  @Test func `a service that ends before it is ready is reported with its status`() throws {
    let failure = try failure(
      [Self.count],
      beside: ServiceScene.script("echo no database >&2; exit 5", readiness: .line("up")))
    #expect(
      failure
        == RunFailure(
          reason: .exited,
          message: "The service 'server' exited with status 5 before it was ready.", exitCode: 5,
          standardError: "no database\n"))
  }

  @Test func `a service that goes on in the background is told to stay in the foreground`() throws {
    let failure = try failure(
      [Self.count], beside: ServiceScene.script("sleep 1000 & exit 0", readiness: .line("up")))
    #expect(failure.reason == .exited && failure.exitCode == 0)
    #expect(
      failure.message
        == "The service 'server' exited with status 0 before it was ready; it has to stay in the foreground."
    )
  }

  @Test(arguments: [
    (Service.Readiness.line("up"), "it has printed no line with 'up'"),
    (.file("up.sock"), "there is no file 'up.sock' in its folder"),
  ])
  func `a service that is never ready is given up at its time limit`(
    _ readiness: Service.Readiness, _ missing: String
  ) throws {
    let failure = try failure(
      [Self.count],
      beside: ServiceScene.script(
        "echo still loading; exec sleep 1000", readiness: readiness, timeLimit: .milliseconds(300)))
    #expect(failure.reason == .timedOut && failure.step == nil)
    #expect(failure.message == "The service 'server' was not ready within 0.3 s: \(missing).")
    #expect(failure.standardError == "still loading\n" || failure.standardError == "")
  }

  @Test func `a file that is older than the service does not show that it is ready`() throws {
    let folder = try ScratchFolder()
    let file = try folder.add("up", "left by another run").string
    let failure = try failure(
      [Self.count], beside: ServiceScene.script("exec sleep 1000", readiness: .file(file)))
    #expect(failure.reason == .notStarted)
    #expect(
      failure.message
        == "The service 'server' was not started: '\(file)' is to show that it is ready, and exists already."
    )
  }

  @Test func `a service that never listens is reported with its port`() throws {
    let service = Service(
      name: "server", command: ["sh", "-c", "echo ${port} > /dev/null; exec sleep 1000"],
      timeLimit: .milliseconds(300))
    let message = try failure([Self.count], beside: service).message
    #expect(
      message.wholeMatch(
        of:
          #/The service 'server' was not ready within 0\.3 s: nobody listens on port \d+\./#)
        != nil,
      "\(message)")
  }

  @Test func `a service that can't be executed is reported with its path`() throws {
    let failure = try failure(
      [Self.count],
      beside: Service(name: "server", command: ["/no/such/server"], readiness: .line("x")))
    #expect(failure.reason == .notStarted)
    #expect(
      failure.message.hasPrefix("The service 'server': /no/such/server could not be executed: "))
  }

  @Test func `a service that ignores SIGTERM fails the run`() throws {
    let failure = try failure([.ask("ignore 1")], patience: .seconds(3))
    #expect(failure.reason == .timedOut && failure.step == StepName("bye"))
    #expect(failure.message == "The service 'server' had not ended 3 s after SIGTERM.")
  }

  @Test func `a service that crashes as it ends fails the run`() throws {
    let failure = try failure(
      [Self.count],
      beside: ServiceScene.script(
        "trap 'echo freed twice; kill -ABRT $$' TERM; touch up; while :; do sleep 0.01; done",
        readiness: .file("up")))
    #expect(failure.reason == .crashed && failure.signal == 6 && failure.step == StepName("bye"))
    #expect(
      failure.message == "The service 'server' was ended by signal 6 (Aborted) after SIGTERM.")
    #expect(failure.standardError == "freed twice\n")
  }

  @Test(arguments: ["kill -INT $$", "kill -KILL $$", "exit 143"])
  func `a service may end by any request and with any status once it is asked to end`(
    _ last: String
  ) throws {
    let run = try ServiceScene(
      [Self.count],
      beside: [
        ServiceScene.script(
          "trap 'trap - INT; \(last)' TERM; touch up; while :; do sleep 0.01; done",
          readiness: .file("up"))
      ]
    ).run()
    #expect(run.passed, "\(run.ending)")
  }

  @Test func `a service that ended well after the story is no reason for its driver's failure`()
    throws
  {
    let folder = try ScratchFolder()
    let (pipe, log) = (folder["pipe"].string, folder["pid"].string)
    try #require(mkfifo(pipe, 0o600) == 0)
    let service = ServiceScene.script(
      "echo $$ > \(log); touch up; cat \(pipe) > got", readiness: .file("up"))
    // Ends the service as it says goodbye, waits until it is gone, and fails.
    let driver = """
      read hello; echo '{"ok":true,"protocol":1}'
      read prepare; echo '{"ok":true}'
      read step; echo '{"ok":true,"cost":{"wall_ns":1,"cpu_ns":1},"outcome":{"count":1}}'
      read bye; echo '{"ok":true}'
      echo > \(pipe)
      while kill -0 $(cat \(log)) 2> /dev/null; do :; done
      exit 9
      """
    let run = try ServiceScene([Self.count], beside: [service], driver: ["sh", "-c", driver]).run()
    #expect(run.failure?.message == "The driver exited with status 9 after its last step.")
    #expect(run.failure?.exitCode == 9 && run.failure?.step == StepName("bye"), "\(run.ending)")
  }

  @Test func `a stop does not wait for a service`() throws {
    let scene = try ServiceScene(
      [Self.count],
      beside: [ServiceScene.script("exec sleep 1000", readiness: .line("up"))])
    scene.interruption.raise()
    #expect(scene.run().failure?.reason == .interrupted)
  }

  @Test func `a failed run leaves no service behind`() throws {
    let folder = try ScratchFolder()
    let log = folder["pid"].string
    let service = ServiceScene.script(
      "echo $$ > \(log); touch up; exec sleep 1000", readiness: .file("up"))
    let failure = try failure([.of("crash", ["signal": .integer(6)])], beside: service)
    #expect(failure.message == "The driver was ended by signal 6 (Aborted) before it answered.")
    let pid = try #require(
      Int32(try String(contentsOfFile: log, encoding: .utf8).trimmingCharacters(in: .newlines)))
    #expect(isGone(pid))
  }
}
