import Foundation
import Sampling
import SystemPackage

/// A folder that stands for /proc; removed with the value.
final class TemporaryRoot {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "proc-\(UUID().uuidString)")
  var root: ProcRoot { ProcRoot(FilePath(folder.path)) }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Without a new inode: an open descriptor is to see the new content.
    try Data(text.utf8).write(to: file, options: [])
  }
}

/// What a parser makes of a text in the file `/t`, at any length.
func parsed<Content>(
  _ text: String, _ parse: (ProcText) throws(SamplingError) -> Content
) throws -> Content {
  let root = try TemporaryRoot()
  try root.write(text, to: "t")
  do {
    return try root.root.file("t").read(parse)
  } catch .malformed(_, let missing) {
    throw SamplingError.malformed(path: "/t", missing: missing)
  } catch .withoutMemory {
    throw SamplingError.withoutMemory(path: "/t")
  }
}
