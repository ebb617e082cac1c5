import ArgumentParser
import Store

/// Where baselines are saved.
struct BaselineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of saved baselines.", valueName: "folder"))
  var folder = "Baselines"

  /// The folder.
  var baselines: BaselineFolder { BaselineFolder(folder) }
}

/// What a baseline may be called.
enum BaselineName {
  /// Refuses what would lead out of the folder, or not be listed.
  /// - Throws: `ValidationError`.
  static func check(_ name: String) throws {
    if name.isEmpty || name.hasPrefix(".") || name.contains("/") {
      throw ValidationError(
        "The baseline's name is '\(name)'; allowed: text without '/' that does not begin with '.'.")
    }
  }
}

/// How the program ends where a saved baseline can't be used.
enum SavedBaseline {
  /// Tells why, and gives the error to throw: one that is missing can't be compared with, one that is
  /// damaged can't be read.
  static func ending(_ error: BaselineError) -> ExitCode {
    Console.warn("Error: \(error)")
    if case .missing = error { return ExitStatus.notComparable.code }
    return ExitStatus.toolFailed.code
  }
}
