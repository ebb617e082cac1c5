import Scenarios
import SystemPackage

/// The services of a run, before any is started.
struct ServicePlan {
  let services: [Service]
  /// A Boolean value indicating whether Rehearse's own program sends the requests, in place of a driver.
  var areAskedByRehearse = false
  /// The values of variables, except ports.
  let values: [String: String]
  /// The folder that relative program paths start from: the scenario's, at the measured revision.
  let folder: FilePath
  /// The scenario's time limit, for services without their own.
  private let timeLimit: Duration
  /// The factor by which services may take longer to be ready than alone: a duet's sides have half a CPU each.
  private let slowdown: Int

  static let none = ServicePlan(
    services: [], values: [:], folder: "/", timeLimit: .zero, slowdown: 1)

  func timeLimit(of service: Service) -> Duration { (service.timeLimit ?? timeLimit) * slowdown }
}

extension ServicePlan {
  /// The services of a scenario for one of its builds, whose driver the command starts. `slowdown` is the
  /// factor by which they may take longer than alone.
  init(
    of scenario: Scenario, beside build: String, _ command: [String], in contexts: BuildContexts,
    slowdown: Int = 1
  ) {
    let folder = contexts.folder(of: build)
    var values = contexts.variables(of: build)
    values[VariableText.scenarioFolder] = folder.string
    if let program = command.first, program.contains("/") {
      values[ServiceVariable.build] =
        folder.pushing(FilePath(program)).removingLastComponent().lexicallyNormalized().string
    }
    self.init(
      services: scenario.services, areAskedByRehearse: scenario.isOfRequests, values: values,
      folder: folder, timeLimit: scenario.timeLimit, slowdown: slowdown)
  }
}
