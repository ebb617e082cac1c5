import ProcFS
import Synchronization
import SystemPackage

/// The CPU time of a control group's processes, those that have ended included.
final class CPUGroup: Sendable {
  let folder: GroupFolder
  /// Open, because it is read with every sample.
  private let file: Mutex<ProcFile>

  /// - Parameter made: a folder of the same group that was made for another part.
  init(
    named name: String, in groups: ControlGroups, beside made: GroupFolder?
  ) throws(GroupRefused) {
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
      throw GroupRefused(reason: "\(folder.path) has no figure of CPU time: \(error)")
    }
  }

  /// So far, ns.
  var nanoseconds: Int64? {
    file.withLock { file in
      guard folder.version == 1 else {
        let microseconds = try? file.read { text throws(ProcFSError) in
          try text.number(after: "usage_usec ")
        }
        return microseconds.map { $0 &* 1000 }
      }
      return try? file.read { text in text.numbers(count: 1).first }
    }
  }
}
