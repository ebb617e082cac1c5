import Metrics
import Recording
import Running
import Scenarios

/// The subject of a replay.
public struct ReplaySubject: Sendable {
  /// The stories.
  public let scenario: Scenario
  /// The command lines of each build's driver, by the build's name.
  public let commands: [String: [[String]]]
  /// Where drivers work, and what their services are told.
  public let contexts: BuildContexts
  /// Bytes of memory that the machine has.
  public let machineMemory: Int64
  /// The metric of which runs that count allocations record who allocates; nil where nobody asks.
  public var explained: Metric?

  init(_ file: ScenarioFile, _ builds: MadeBuilds, on machine: Environment) {
    scenario = file.scenario
    commands = builds.commands
    contexts = BuildContexts(
      file.folder, folders: builds.folders, variables: builds.variables)
    machineMemory = machine.memory
  }
}
