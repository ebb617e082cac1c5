import ArgumentParser
import Store

/// The folder in which baselines are saved.
struct BaselineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of saved baselines.", valueName: "folder"))
  var folder = "Baselines"

  var baselines: BaselineFolder { BaselineFolder(folder) }
}

/// The allowed names of a baseline.
enum BaselineName {
  /// Refuses names that would lead out of the folder, or not be listed.
  /// - Throws: `ValidationError`.
  static func check(_ name: String) throws {
    if name.isEmpty || name.hasPrefix(".") || name.contains("/") {
      throw ValidationError(
        "The baseline's name is '\(name)'; allowed: text without '/' that does not begin with '.'.")
    }
  }
}
