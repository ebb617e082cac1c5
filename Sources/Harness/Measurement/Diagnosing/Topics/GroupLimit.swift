import ProcFS
import Recording
import SystemPackage

/// Limits of control groups: of a process's group, and of all groups above it.
enum GroupLimit {
  /// The tightest limit of a controller's resource; a known nil if no group sets one. `version1` reads a
  /// folder's limit in a version 1 hierarchy, `version2` in the unified one.
  static func tightest<Value: Comparable & Sendable & Codable>(
    _ controller: String, _ machine: MachineReading,
    version1: (String) throws(ProcFSError) -> Value?,
    version2: (String) throws(ProcFSError) -> Value?
  ) -> Fact<Value?> {
    do throws(ProcFSError) {
      guard let group = try machine.controlGroups.get().group(of: controller) else {
        return .unknown(reason: "no control group of '\(controller)' can be seen from here")
      }
      // Else its missing files would seem to be missing limits.
      guard machine.files.has(group.folder) else {
        return .unknown(
          reason: "the control group \(machine.files.path(group.folder)) is not there")
      }
      var tightest: Value?
      for folder in folders(from: group) {
        do {
          let limit = try group.version == 1 ? version1(folder) : version2(folder)
          tightest = [tightest, limit].compactMap(\.self).min()
        } catch {
          // The topmost group has no limits, so it lacks these files.
          guard case .unreadable(_, .noSuchFileOrDirectory) = error else { throw error }
        }
      }
      return .known(tightest)
    } catch {
      return .unknown(reason: error.description)
    }
  }

  private static func folders(from group: ControlGroups.Group) -> [String] {
    var folders = [group.folder]
    while let folder = folders.last, folder.count > group.top.count,
      let slash = folder.lastIndex(of: "/")
    {
      folders.append(String(folder[..<slash]))
    }
    return folders
  }
}
