import Foundation
import Scenarios
import SystemPackage

/// Files that a command expects in its folder, but that are beside the scenario.
extension CommandSteps {
  /// Advice about a file that a failed command did not find, though it is beside the scenario or one folder up; nil
  /// if none is named in the words: what it wrote, or why it was refused.
  func hint(onMissingFileIn words: String) -> String? {
    let lines = words.split(separator: "\n").filter { line in
      let line = line.lowercased()
      return ["no such file", "nosuchfile", "not found"].contains(where: line.contains)
    }
    let marks = CharacterSet(charactersIn: "'\"`:;,()[]<>‘’").union(.whitespaces)
    for word in lines.flatMap({ $0.components(separatedBy: marks) }) {
      let path = FilePath(word).lexicallyNormalized()
      guard path.isRelative, let first = path.components.first, first.kind == .regular,
        !Self.exists(folder.pushing(path)),
        let way = ["", "../"].first(where: {
          Self.exists(FilePath(host.folder).pushing(FilePath($0)).pushing(path))
        })
      else { continue }
      return
        "'\(path)' is \(way.isEmpty ? "beside the scenario" : "in the folder above the scenario"), "
        + "but commands work in a folder of their own: 'files: [\(way)\(first.string)]' in the scenario "
        + "copies it there."
    }
    return nil
  }

  private static func exists(_ path: FilePath) -> Bool {
    FileManager.default.fileExists(atPath: path.lexicallyNormalized().string)
  }
}
