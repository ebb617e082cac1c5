import SystemPackage

/// What runs need to know of each build besides its commands: the folder in which its driver works, and
/// the texts that stand for variables in the words of its services.
///
/// The folder is the scenario's own, but for builds at a revision, which work in that of the revision's
/// files.
public struct BuildContexts: Sendable {
  private let scenario: FilePath
  private let folders: [String: FilePath]
  private let variables: [String: [String: String]]
  /// What steps led to on builds that were right.
  public var outcomes = RightOutcomes()

  /// The contexts of a scenario's builds.
  /// - Parameters:
  ///   - scenario: the scenario's folder.
  ///   - folders: those of builds that work elsewhere, by the build's name.
  ///   - variables: the texts that stand for variables in the words of services, by the build's name.
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

  /// The texts that stand for a build's variables in the words of services.
  func variables(of build: String) -> [String: String] { variables[build] ?? [:] }
}
