import SystemPackage

/// The facts about each build that a run needs besides its commands: its driver's folder, and the values
/// of the variables in its services' commands.
///
/// The folder is the scenario's own. Builds at a revision work in the folder of that revision's files.
public struct BuildContexts: Sendable {
  private let scenario: FilePath
  private let folders: [String: FilePath]
  private let variables: [String: [String: String]]
  /// The right outcomes of steps, by build.
  public var outcomes = RightOutcomes()

  /// The contexts of a scenario's builds: the scenario's folder, and by build name other folders, and the values of
  /// the variables in services' commands.
  public init(
    _ scenario: FilePath, folders: [String: FilePath] = [:],
    variables: [String: [String: String]] = [:]
  ) {
    self.scenario = scenario
    self.folders = folders
    self.variables = variables
  }

  /// The folder in which a build's driver works.
  func folder(of build: String) -> FilePath { folders[build] ?? scenario }

  /// The values of the variables in the commands of a build's services.
  func variables(of build: String) -> [String: String] { variables[build] ?? [:] }
}
