import ProcFS
import SystemPackage

/// The memory that a control group is charged with, bytes: what its processes touched first,
/// pages that they share once, the pages of files they read and wrote, and what the kernel
/// needs for them.
final class MemoryGroup: Sendable {
  let folder: GroupFolder
  /// Of version 2, whose peak is set back for the descriptor that it was written to alone.
  private let peakFile: FileDescriptor?

  init(named name: String, in groups: ControlGroups) throws(GroupRefused) {
    folder = try GroupFolder(named: name, for: "memory", in: groups)
    let file = folder.version == 1 ? "memory.max_usage_in_bytes" : "memory.peak"
    let path = folder.path.appending(file)
    do {
      peakFile = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
    } catch {
      folder.remove()
      // A group of version 2 has controllers only where the one above hands them down.
      throw GroupRefused(reason: "\(path) can't be opened: \(error)")
    }
  }

  deinit { try? peakFile?.close() }

  /// Sets the peak back to what is charged now.
  /// - Returns: whether the kernel took it; version 2 does from Linux 6.12 on.
  func resetPeak() -> Bool { (try? peakFile?.writeAll(toAbsoluteOffset: 0, "0".utf8)) != nil }

  /// The greatest since the last reset.
  var peak: Int64? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = bytes.withUnsafeMutableBytes {
      try? peakFile?.read(fromAbsoluteOffset: 0, into: $0)
    }
    guard let count else { return nil }
    return Int64(String(decoding: bytes[..<count].prefix { $0 > 32 }, as: UTF8.self))
  }

  /// What is charged now.
  var usage: Int64? {
    folder.number(in: folder.version == 1 ? "memory.usage_in_bytes" : "memory.current")
  }

  /// How much of it is pages of files, which the kernel takes back when memory is wanted.
  var fileCache: Int64? {
    guard let active = folder.number(after: "active_file ", in: "memory.stat"),
      let inactive = folder.number(after: "inactive_file ", in: "memory.stat")
    else { return nil }
    return active + inactive
  }
}
