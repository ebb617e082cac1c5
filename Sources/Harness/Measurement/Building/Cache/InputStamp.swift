import Foundation
import Glibc
import Programs
import Recording
import SystemPackage

/// Shows without reading it that a file is unchanged.
struct InputStamp: Codable, Equatable {
  /// Bytes.
  let size: Int64
  /// The inode, and the time of the last change of content or permissions, ns.
  private let inode, changed: Int

  /// - Returns: nil if there is no such file.
  init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    size = Int64(facts.st_size)
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

  /// The first path that has changed since these stamps; nil if none has. The side's own files are those of
  /// its commit in `tree`, before anything is made there.
  func firstChange(
    _ stamps: [String: InputStamp], in tree: FilePath, by hashes: ContentHashes
  ) -> String? {
    let root = InputCollector.Root(InputRecord.tree, tree)
    let collector = InputCollector(roots: [root], own: [], hashes: hashes)
    for file in files where !file.uses.contains(.written) {
      if let place = Self.placeInTree(file.path) {
        let path = tree.appending(place).string
        if file.hasOtherContent(at: path, by: hashes) || file.isElsewhere(path, collector) {
          return place
        }
      } else if file.path.hasPrefix("/"),
        hasChanged(file, stamps, by: hashes) || file.isElsewhere(file.path, collector)
      {
        return file.path
      }
    }
    return nil
  }

  private func hasChanged(
    _ file: File, _ stamps: [String: InputStamp], by hashes: ContentHashes
  ) -> Bool {
    if file.isContent {
      let stamp = InputStamp(of: file.path)
      if let stamp, stamp == stamps[file.path] { return false }
      return file.content == nil || hashes.content(of: file.path) != file.content
    }
    let isThere = FileManager.default.fileExists(atPath: file.path)
    if file.uses == [.missing] { return isThere }
    if file.uses.contains(.listed) { return InputCollector.listing(of: file.path) != file.content }
    // A folder may have been removed with the products in it.
    return false
  }
}

extension InputRecord.File {
  /// Returns whether links lead from an existing path, of which the content was no input, to another place than before.
  fileprivate func isElsewhere(_ path: String, _ collector: InputCollector) -> Bool {
    guard let content, !isContent, !uses.contains(.listed),
      FileManager.default.fileExists(atPath: path)
    else { return false }
    return collector.destination(of: path) != content
  }

  /// Returns whether filters or settings of git now give one of the commit's files another content. A missing file is
  /// none of the commit's, but a product of the commands. A file that was touched has no known content.
  fileprivate func hasOtherContent(at path: String, by hashes: ContentHashes) -> Bool {
    guard isContent, let now = InputStamp(of: path) else { return false }
    if let content { return hashes.content(of: path) != content }
    return size.map { now.size != $0 } ?? false
  }
}
