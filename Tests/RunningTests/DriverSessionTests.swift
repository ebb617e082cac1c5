import Recording
import Sampling
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// What is told of a driver with which something went wrong.
@Suite struct DriverSessionTests {
  /// A driver that ends with status 1 once its input does.
  private func session() throws -> DriverSession {
    try DriverSession(
      ["/bin/sh", "-c", "cat; exit 1"], at: RunFolder(home: .own), in: "/",
      launcher: Launcher(path: BuiltProducts.launcher), interruption: try Interruption(),
      patience: .seconds(60), settings: [])
  }

  @Test(arguments: [
    RunFailure.notMeasured("The system refused to fix the driver's addresses: Invalid argument."),
    RunFailure(reason: .wrongOutcome, message: "Led to nothing."),
  ])
  func `a failure that does not mean that the process is gone keeps its message`(
    _ failure: RunFailure
  ) throws {
    #expect(try session().end(after: failure) == failure)
  }

  @Test func `if the process is gone, its end is the reason`() throws {
    let failure = RunFailure.notMeasured(SamplingError.noSuchProcess(pid: 4711))
    let told = try session().end(after: failure)
    #expect(
      told
        == RunFailure(
          reason: .exited,
          message: "The driver exited with status 1 when it should have waited for a request.",
          exitCode: 1))
  }

  @Test func `a failure after services have ended as they were asked to is not theirs`() throws {
    let scenario = Scenario(
      name: "s", title: "", builds: [], fixture: [:], stories: [], runs: 1,
      timeLimit: .seconds(60), services: [ServiceScene.server()])
    let session = try DriverSession(
      [BuiltProducts.testDriver], at: RunFolder(home: .own), in: "/",
      beside: ServicePlan(
        of: scenario, beside: "a", [BuiltProducts.testDriver], in: BuildContexts("/")),
      launcher: Launcher(path: BuiltProducts.launcher), interruption: try Interruption(),
      patience: .seconds(60), settings: [])
    try session.dismiss(of: scenario)
    // Such as that of a profile, which is read then.
    let failure = RunFailure.notMeasured("The profile can't be read.")
    #expect(session.services.cause(of: failure) == nil)
  }
}
