import Scenarios
import SystemPackage

/// The services of a run, before any of them is started.
struct ServicePlan {
  /// They, in the order in which they are started.
  let services: [Service]
  /// The texts that stand for variables, but for ports.
  let values: [String: String]
  /// The folder at which a program that is named by a path begins: the scenario's, of the revision that is
  /// measured.
  let folder: FilePath
  /// The scenario's time limit, for services that have none of their own.
  private let timeLimit: Duration
  /// How many share the CPU: a duet's sides have half of it each.
  private let slowdown: Int

  /// No service.
  static let none = ServicePlan(
    services: [], values: [:], folder: "/", timeLimit: .zero, slowdown: 1)

  /// The time within which a service has to be ready.
  func timeLimit(of service: Service) -> Duration {
    (service.timeLimit ?? timeLimit) * slowdown
  }
}

extension ServicePlan {
  /// The services of a scenario beside one of its builds.
  /// - Parameters:
  ///   - command: the words that start the driver.
  ///   - slowdown: how many share the CPU.
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
      services: scenario.services, values: values, folder: folder, timeLimit: scenario.timeLimit,
      slowdown: slowdown)
  }
}
