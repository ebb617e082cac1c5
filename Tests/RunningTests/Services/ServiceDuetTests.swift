import DriverProtocol
import Foundation
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

extension TestsThatMoveThreads {
  /// Pairs whose sides have services of their own, with real processes.
  @Suite(.enabled(if: hasTwoCPUs, "a duet needs a second CPU for the harness"))
  struct ServiceDuetTests {
    private static let server = ServiceScene.server("server", ["${factor}"])

    @Test func `each side asks its own service, whose cost is that of its build`() throws {
      let pair = try ServiceScene(
        [.ask("burn 30"), .ask("compute 20000000")], beside: [Self.server],
        factors: ["a": 1, "b": 4]
      ).pair()
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      for run in pair.inOrder {
        #expect(run.kind == .duet)
        #expect(try #require(run.steps[0].services["server"]).cost.cpu >= .milliseconds(30))
        #expect(run.value("server.peak-memory") != nil && run.value("server.peak-cpu") == nil)
      }
      let (a, b) = (pair.baseline.steps[1], pair.candidate.steps[1])
      let own = try #require(a.services["server"]?.cost.cpu)
      let dearer = try #require(b.services["server"]?.cost.cpu)
      #expect(dearer > own * 2)
    }

    @Test func `what services do while either side's output is digested is not in the step`() throws
    {
      let pair = try ServiceScene.ofBusyService().pair()
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      for run in pair.inOrder { #expect(run.steps.map(\.hasTimeOfServer) == [true]) }
    }

    @Test func `a service shares the CPU of the pair`() throws {
      let folder = try ScratchFolder()
      let log = folder["log"].string
      let script =
        "grep Cpus_allowed_list /proc/self/status >> \(log); touch up; exec sleep 1000"
      let pair = try ServiceScene(
        [.of("placement")], beside: [ServiceScene.script(script, readiness: .file("up"))]
      ).pair()
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      guard case .duet(let shared)? = pair.baseline.arrangement else {
        Issue.record("\(pair.baseline)")
        return
      }
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      #expect(
        lines.map { String($0.split(separator: "\t").last ?? "") } == [
          "\(shared.cpu)", "\(shared.cpu)",
        ])
    }

    @Test func `if the service of one side dies, the other side fails as its twin`() throws {
      let service = ServiceScene.script(
        "test ${factor} = 1 || exit 9; touch up; exec sleep 1000", readiness: .file("up"))
      let pair = try ServiceScene(
        [.of("count", ["to": .integer(1)])], beside: [service], factors: ["a": 1, "b": 2]
      ).pair()
      #expect(
        pair.candidate.failure?.message
          == "The service 'server' exited with status 9 before it was ready.")
      #expect(pair.baseline.failure?.reason == .twinFailed)
    }

    /// The end of the second is reported late, and it is not its driver's refusal that counts.
    @Test(arguments: [
      ("complain 4", RunFailure.Reason.exited, "exited with status 4"),
      ("vanish 11", .crashed, "was ended by signal 11 (Segmentation fault)"),
    ])
    func `a service that dies in a step is the reason for its side's failure`(
      _ verb: String, _ reason: RunFailure.Reason, _ end: String
    ) throws {
      let pair = try ServiceScene([.ask(verb)]).pair()
      for run in pair.inOrder {
        #expect(
          run.failure?.message == "The service 'server' \(end) before the driver answered."
            || run.failure?.reason == .twinFailed, "\(run.ending)")
      }
      #expect(pair.inOrder.contains { $0.failure?.reason == reason })
    }
  }
}
