import Sampling
import SystemPackage

/// The control group that a launcher joins before it starts anything: what it starts is born there,
/// and no run pays for joining.
struct LauncherGroup {
  private var made: ControlGroup?
  /// Nil where there may be none, or the launcher was not let in.
  private(set) var group: ControlGroup?
  /// Why there is none, or why a part of its figures is missing; in words.
  private(set) var refusals: [String] = []

  /// Makes it wherever that is allowed.
  mutating func make() {
    let group = ControlGroup()
    made = group
    refusals = group.refusals.map(\.description)
    if group.hasMembers { self.group = group }
  }

  /// What the launcher has to be told.
  var settings: [LaunchSetting] {
    guard let group else { return [] }
    return group.joiningFiles.map(LaunchSetting.ownGroup)
      + [group.memoryFolder].compactMap(\.self).map(LaunchSetting.charge)
  }

  /// Notes that the launcher was not let in, which it tells with each run.
  mutating func goWithout(_ errno: Errno) {
    guard group != nil else { return }
    refusals.append("the launcher was not let into its control group: \(errno)")
    group = nil
  }

  /// A process that the launcher may not kill, of another user's, stays, and the group with it.
  mutating func remove() {
    made?.endAll()
    made?.remove()
    made = nil
    group = nil
  }
}
