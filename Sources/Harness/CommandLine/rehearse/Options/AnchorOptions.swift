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
}
