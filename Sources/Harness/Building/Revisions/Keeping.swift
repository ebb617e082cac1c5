import Foundation
import SystemPackage

/// Keeps what was built before the next revision is built over it.
enum Keeping {
  /// Copies executables, with the resources and libraries that they look for beside them.
  /// - Parameters:
  ///   - commands: one a layout, the executable first; all executables in one folder.
  ///   - folder: where the copies go; what was there is replaced.
  /// - Returns: the commands, with the copies.
  /// - Throws: ``RevisionError/notKept(path:reason:)``.
  static func copies(
    of commands: [[String]], in folder: FilePath
  ) throws(RevisionError) -> [[String]] {
    let files = FileManager.default
    do {
      if files.fileExists(atPath: folder.string) { try files.removeItem(atPath: folder.string) }
      try files.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
      guard let first = commands.first?.first else { return commands }
      let source = FilePath(first).removingLastComponent()
      let companions = try files.contentsOfDirectory(atPath: source.string)
        .filter { $0.hasSuffix(".resources") || $0.hasSuffix(".so") }
        .map { source.appending($0) }
      for path in commands.map({ FilePath($0[0]) }) + companions {
        guard let name = path.lastComponent else { continue }
        try files.copyItem(atPath: path.string, toPath: folder.appending(name).string)
      }
    } catch {
      throw .notKept(path: folder, reason: error.localizedDescription)
    }
    return commands.map { command in
      let name = FilePath(command[0]).lastComponent?.string ?? ""
      return [folder.appending(name).string] + command.dropFirst()
    }
  }
}
