/// A process's control groups, from `/proc/PID/cgroup` and the mounts of the hierarchies.
public struct ControlGroups: Sendable {
  /// A process's group in one hierarchy.
  public struct Group: Equatable, Sendable {
    /// 1 if the controller has its own hierarchy, 2 for the unified one.
    public let version: Int
    /// The group's folder.
    public let folder: String
    /// The path at which the hierarchy is mounted: the group's topmost visible ancestor.
    public let top: String
  }

  private let mounts: [Mount]
  private let memberships: [(controllers: [Substring], path: String)]

  /// Parses the file. The mounts are those in `/proc/PID/mountinfo`.
  public init(_ text: ProcText, mounts: [Mount]) throws(SamplingError) {
    self.mounts = mounts
    var memberships: [(controllers: [Substring], path: String)] = []
    for line in text.lines {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, fields[2].hasPrefix("/") else {
        throw .malformed(path: text.path, missing: "hierarchy:controllers:path")
      }
      memberships.append((fields[1].split(separator: ","), String(fields[2])))
    }
    self.memberships = memberships
  }

  /// The group in which a controller such as `memory` accounts for the process; nil if no mounted
  /// hierarchy has the controller, or the group can't be seen from here. Version 1 comes first: its
  /// controllers are missing from the unified hierarchy.
  public func group(of controller: String) -> Group? {
    for membership in memberships where membership.controllers.contains(controller[...]) {
      let mount = mounts.last { $0.type == "cgroup" && $0.options.contains(controller) }
      return mount.flatMap { group(version: 1, path: membership.path, in: $0) }
    }
    for membership in memberships where membership.controllers.isEmpty {
      let mount = mounts.last { $0.type == "cgroup2" }
      return mount.flatMap { group(version: 2, path: membership.path, in: $0) }
    }
    return nil
  }

  /// In a container only a part of the hierarchy may be mounted, and the group's path begins with
  /// the path of that part. Otherwise the group is not in what is mounted: a root that leads upwards, for
  /// example, is a group above the process's cgroup namespace, such as the host's. A path that leads upwards
  /// is outside the namespace.
  private func group(version: Int, path: String, in mount: Mount) -> Group? {
    let root = mount.root == "/" ? "" : mount.root
    guard !path.hasPrefix("/.."), path == root || path.hasPrefix(root + "/") else { return nil }
    let path = String(path.dropFirst(root.count))
    return Group(
      version: version, folder: path.isEmpty || path == "/" ? mount.point : mount.point + path,
      top: mount.point)
  }
}
