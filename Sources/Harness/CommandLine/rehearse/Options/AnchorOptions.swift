import ArgumentParser
import Building
import Foundation
import SystemPackage

/// The folder in which anchors are kept.
struct AnchorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of anchors.", valueName: "folder"))
  var anchors = "Anchors"

  var folder: AnchorFolder {
    let current = FilePath(FileManager.default.currentDirectoryPath)
    return AnchorFolder(current.pushing(FilePath(anchors)).lexicallyNormalized())
  }

  /// Refuses names that would lead out of the folder, or not be listed.
  /// - Throws: `ValidationError`.
  static func check(_ name: String) throws {
    if name.isEmpty || name.hasPrefix(".") || name.contains("/") {
      throw ValidationError(
        "The anchor's name is '\(name)'; allowed: text without '/' that does not begin with '.'.")
    }
  }
}
