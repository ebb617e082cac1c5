import ArgumentParser
import Recording

/// The order, the name and the progress of an experiment in pairs.
struct PairingOptions: ParsableArguments {
  @Option(help: "Seed of the random order of pairs.")
  var seed: UInt64?

  @Option(help: "Experiment name.")
  var name: String?

  @Flag(help: "No progress.")
  var quiet = false

  func validate() throws { try ExperimentName.check(name) }
}

/// The allowed values of `--name`.
enum ExperimentName {
  /// Refuses names that could not be found again, or would lead out of the folder of reports.
  /// - Throws: `ValidationError`.
  static func check(_ name: String?) throws {
    guard let name else { return }
    if name.isEmpty || name == "latest" || name.hasPrefix(".") || name.contains("/") {
      throw ValidationError(
        "--name is '\(name)'; allowed: text without '/' that does not begin with '.', but not 'latest', "
          + "which always means the latest experiment.")
    }
  }
}
