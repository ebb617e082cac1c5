import Foundation
import Glibc
import Recording
import Tracing

/// Shows without reading it that a file is unchanged.
struct InputStamp: Codable, Equatable {
  /// Size in bytes, inode, and time of the last change of content or permissions, ns.
  private let size, inode, changed: Int

  /// - Returns: nil if there is no such file.
  init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    size = Int(facts.st_size)
    inode = Int(truncatingIfNeeded: facts.st_ino)
    changed = facts.st_ctim.tv_sec &* 1_000_000_000 &+ facts.st_ctim.tv_nsec
  }
}

extension InputRecord {
  /// The stamps of all inputs outside the side's own files whose content was read.
  var stamps: [String: InputStamp] {
    files.reduce(into: [:]) { stamps, file in
      if file.path.hasPrefix("/"), file.isContent { stamps[file.path] = InputStamp(of: file.path) }
    }
  }

  /// The first path outside the side's own files that has changed since these stamps; nil if none has.
  func firstChange(_ stamps: [String: InputStamp], by hashes: ContentHashes) -> String? {
    files.first { file in
      guard file.path.hasPrefix("/"), !file.uses.contains(.written) else { return false }
      if file.isContent {
        let stamp = InputStamp(of: file.path)
        if let stamp, stamp == stamps[file.path] { return false }
        return file.content == nil || hashes.content(of: file.path) != file.content
      }
      let isThere = FileManager.default.fileExists(atPath: file.path)
      if file.uses == [.missing] { return isThere }
      if file.uses.contains(.listed) {
        return InputCollector.listing(of: file.path) != file.content
      }
      // A folder may have been removed with the products in it.
      return false
    }?.path
  }
}
