import Metrics
import Recording
import Running
import Scenarios
import SystemPackage

/// The subject of a replay.
public struct ReplaySubject: Sendable {
  /// The stories.
  public let scenario: Scenario
  /// The command lines of each build's driver, by the build's name.
  public let commands: [String: [[String]]]
  /// The folders in which drivers work, and the values that their services receive.
  public let contexts: BuildContexts
  /// The files that builds have for themselves, which are read anew before each pair and run (`FileRenewal`).
  public var files: Set<FilePath>
  /// The machine's memory, bytes.
  public let machineMemory: Int64
  /// The machine's number of CPUs.
  public let processors: Int
  /// The metric whose sources runs that count allocations record; nil if not asked for.
  public var explained: Metric?
  /// The memory that may be used, bytes; nil if it is the machine's.
  let memoryLimit: Int64?
  /// The number of CPUs' worth of time that may be used; nil if there is no limit.
  let processorQuota: Double?
  /// The stories whose runs for memory may be made at once, and whose pairs beside another story's.
  var storiesAtOnce: Set<String> = []
  /// The memory that stories took alone, before any pair (`LoneLook`), bytes.
  var peaksAlone: [String: Double] = [:]

  init(_ file: ScenarioFile, _ builds: MadeBuilds, on machine: Environment) {
    scenario = file.scenario
    commands = builds.commands
    contexts = BuildContexts(file.folder, folders: builds.folders, variables: builds.variables)
    files = builds.files(from: file.folder)
    machineMemory = machine.memory
    memoryLimit = machine.facts?.memoryLimit.value ?? nil
    processorQuota = machine.facts?.processorQuota.value ?? nil
    processors = machine.processors
  }
}
