import DriverProtocol
import Synchronization
import SystemPackage

/// The memory charged to a control group: what its processes touched first, with shared pages
/// counted once, the page cache of files they read and wrote, and the kernel's memory for them.
final class MemoryGroup: Sendable {
  let folder: GroupFolder
  /// Only in version 2. A reset of the peak applies only to the descriptor that it was written to.
  private let peakFile: FileDescriptor?
  private let files: Mutex<Files>

  /// Kept open, because they are read for every sample.
  private struct Files {
    let usage: ProcFile
    let statistics: ProcFile
  }

  init(named name: String, in groups: ControlGroups) throws(SamplingError) {
    folder = try GroupFolder(named: name, for: "memory", in: groups)
    let isFirst = folder.version == 1
    let path = folder.path.appending(isFirst ? "memory.max_usage_in_bytes" : "memory.peak")
    let usage = folder.path.appending(isFirst ? "memory.usage_in_bytes" : "memory.current")
    do {
      peakFile = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
      files = Mutex(
        Files(
          usage: try ProcFile(usage),
          statistics: try ProcFile(folder.path.appending("memory.stat"), capacity: 16_384)))
    } catch {
      folder.remove()
      // A group of version 2 has controllers only if its parent delegates them.
      throw .groupNotOpened(path, reason: "\(error)")
    }
  }

  deinit { try? peakFile?.close() }

  /// Resets the peak to the current charge.
  /// - Returns: whether the kernel did; version 2 can from Linux 6.12 on.
  func resetPeak() -> Bool { (try? peakFile?.writeAll(toAbsoluteOffset: 0, "0".utf8)) != nil }

  /// The peak since the last reset, page cache included.
  var peak: Bytes? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = bytes.withUnsafeMutableBytes {
      try? peakFile?.read(fromAbsoluteOffset: 0, into: $0)
    }
    guard let count else { return nil }
    return Int64(String(decoding: bytes[..<count].prefix { $0 > 32 }, as: UTF8.self)).map {
      Bytes($0)
    }
  }

  /// The memory charged to the group now, and how much of it is page cache.
  var cgroupMemory: CgroupMemory? {
    files.withLock { files in
      // In this order, page cache that grows in between makes the result too small, not too large.
      guard let usage = try? files.usage.read({ text in text.numbers(count: 1).first }) else {
        return nil
      }
      let filePages = try? files.statistics.read { text throws(SamplingError) in
        try text.number(after: "active_file ") &+ text.number(after: "inactive_file ")
      }
      return filePages.map { CgroupMemory(usage: Bytes(usage), filePages: Bytes($0)) }
    }
  }
}

/// The memory charged to a control group at one time, bytes.
struct CgroupMemory: Sendable, Equatable {
  let usage: Bytes
  /// Page cache, which the kernel reclaims when needed.
  let filePages: Bytes

  /// The processes' own memory, and the kernel's for them.
  var held: Bytes { usage - filePages }
}

/// The CPU time of a control group's processes, including those that have ended.
final class CPUGroup: Sendable {
  let folder: GroupFolder
  /// Kept open, because it is read for every sample.
  private let file: Mutex<ProcFile>

  /// Makes the group's folder, or uses `made`, which was made for another controller, if it is the
  /// same one.
  init(
    named name: String, in groups: ControlGroups, beside made: GroupFolder?
  ) throws(SamplingError) {
    let own = groups.group(of: "cpuacct")
    if let made, let own, made.path == FilePath(own.folder).appending(name) {
      folder = made
    } else {
      folder = try GroupFolder(named: name, for: "cpuacct", in: groups)
    }
    let name: FilePath.Component = folder.version == 1 ? "cpuacct.usage" : "cpu.stat"
    do {
      file = Mutex(try ProcFile(folder.path.appending(name)))
    } catch {
      if folder.path != made?.path { folder.remove() }
      throw .noCPUTime(group: folder.path, reason: "\(error)")
    }
  }

  /// The CPU time so far, ns.
  var nanoseconds: Int64? {
    file.withLock { file in
      guard folder.version == 1 else {
        let microseconds = try? file.read { text throws(SamplingError) in
          try text.number(after: "usage_usec ")
        }
        return microseconds.map { $0 &* 1000 }
      }
      return try? file.read { text in text.numbers(count: 1).first }
    }
  }
}
