import ArgumentParser
import Exporting
import Foundation
import Scenarios
import SystemPackage

/// A file that `--export` names, with its format.
struct ExportDestination {
  let format: ExportFormat
  let path: FilePath

  /// Reads `FORMAT=FILE`; a file without a format gets every run's figures as CSV.
  /// - Throws: `ValidationError`.
  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      (format, path) = (.csv, FilePath(argument))
      return
    }
    let names = ExportFormat.allCases.map(\.rawValue)
    guard let format = ExportFormat(rawValue: String(parts[0])), !parts[1].isEmpty else {
      let near = NearestName.of(String(parts[0]), among: names).map { " Did you mean '\($0)'?" }
      throw ValidationError(
        "--export is '\(argument)'; allowed: FORMAT=FILE with one of "
          + "\(names.joined(separator: ", ")).\(near ?? "")")
    }
    (self.format, path) = (format, FilePath(String(parts[1])))
  }

  /// That there is no such folder should not be found out only after measuring.
  /// - Throws: `ValidationError`.
  func checkFolder() throws {
    let folder = path.removingLastComponent()
    var isFolder = ObjCBool(false)
    let isThere = FileManager.default.fileExists(
      atPath: folder.isEmpty ? "." : folder.string, isDirectory: &isFolder)
    guard isThere, isFolder.boolValue else {
      throw ValidationError("--export is '\(path)', but there is no folder '\(folder)'.")
    }
  }
}
