import ArgumentParser
import Store

/// The folder in which baselines are saved.
struct BaselineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of saved baselines.", valueName: "folder"))
  var folder = BaselineOptions.usual

  static let usual = "Baselines"

  var baselines: BaselineFolder { BaselineFolder(folder) }
}

/// The allowed names of files in a folder.
enum FolderName {
  /// Refuses names of something, such as `baseline`, that would lead out of the folder, or not be listed.
  /// - Throws: `ValidationError`.
  static func check(_ name: String, of owner: String) throws {
    if name.isEmpty || name.hasPrefix(".") || name.contains("/") {
      throw ValidationError(
        "The \(owner)'s name is '\(name)'; allowed: text without '/' that does not begin with '.'.")
    }
  }
}
