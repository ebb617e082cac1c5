import ProcFS
import SystemPackage

/// The CPU time of a control group's processes, those that have ended included.
struct CPUGroup: Sendable {
  let folder: GroupFolder

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
    guard nanoseconds != nil else {
      if folder.path != made?.path { folder.remove() }
      throw GroupRefused(reason: "\(folder.path) has no figure of CPU time")
    }
  }

  /// So far, ns.
  var nanoseconds: Int64? {
    folder.version == 1
      ? folder.number(in: "cpuacct.usage")
      : folder.number(after: "usage_usec ", in: "cpu.stat").map { $0 * 1000 }
  }
}
