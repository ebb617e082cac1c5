import Recording
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
  /// The time within which one has to be ready, unless it says otherwise.
  let timeLimit: Duration

  /// No service.
  static let none = ServicePlan(services: [], values: [:], folder: "/", timeLimit: .zero)

  init(services: [Service], values: [String: String], folder: FilePath, timeLimit: Duration) {
    self.services = services
    self.values = values
    self.folder = folder
    self.timeLimit = timeLimit
  }

  /// The services of a scenario beside one of its builds.
  /// - Parameters:
  ///   - command: the words that start the driver.
  ///   - slowdown: how many share the CPU: a duet's sides have half of it each.
  init(
    of scenario: Scenario, beside build: String, _ command: [String], in folders: WorkingFolders,
    slowdown: Int = 1
  ) {
    folder = folders[build]
    var values = folders.variables(of: build)
    values[VariableText.scenarioFolder] = folder.string
    if let program = command.first, program.contains("/") {
      values[ServiceVariable.build] =
        folder.pushing(FilePath(program)).removingLastComponent().lexicallyNormalized().string
    }
    self.values = values
    services = scenario.services.map { service in
      var service = service
      service.timeLimit = (service.timeLimit ?? scenario.timeLimit) * slowdown
      return service
    }
    timeLimit = scenario.timeLimit * slowdown
  }
}
