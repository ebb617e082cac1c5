import Glibc
import Foundation
import Recording
import SystemPackage

/// An empty directory of one run's own, below the system's directory for temporary files.
struct TemporaryDirectory {
  let path: FilePath

  /// - Throws: ``RunFailure`` with the reason `notMeasured`.
  init() throws(RunFailure) {
    let parent = Self.parent
    var template = Array(parent.appending("rehearse-XXXXXX").string.utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RunFailure(
        reason: .notMeasured,
        message: "No directory could be made in \(parent): \(Errno(rawValue: errno)).")
    }
    path = FilePath(
      String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// The system's directory for temporary files.
  static var parent: FilePath {
    FilePath(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp")
  }

  /// Deletes it with all that is in it. What can't be deleted stays: the run has been made.
  func remove() { try? FileManager.default.removeItem(atPath: path.string) }
}
