import Sampling
import SystemPackage

/// The control group of one run, or of all runs of one launcher.
///
/// A driver joins it before it executes its program, so that all its memory is charged there and everything it starts
/// is inside. A launcher that stays joins before it starts anything: its children are born there, so no run pays for
/// joining.
struct RunGroup {
  private let made = ControlGroup()
  /// The group; nil if there is none, or the driver or launcher was not admitted.
  private(set) var group: ControlGroup?
  /// The reasons why there is none, or why some of its measurements are missing; in words.
  private(set) var refusals: [String]

  init() {
    refusals = made.refusals
    group = made.hasMembers ? made : nil
  }

  /// The settings that the launcher must make in the driver's process.
  var settings: [LaunchSetting] { made.joiningFiles.map(LaunchSetting.group) }

  var settingsOfLauncher: [LaunchSetting] {
    guard let group else { return [] }
    return group.joiningFiles.map(LaunchSetting.ownGroup)
      + [group.memoryFolder].compactMap(\.self).map(LaunchSetting.cgroupMemory)
  }

  mutating func note(_ driver: DriverProcess) {
    for refusal in driver.refusals where refusal.name == .group {
      goWithout("the driver", refusal.errno)
    }
  }

  /// Notes that a subject such as `the launcher` was not admitted, which is reported with each run.
  mutating func goWithout(_ subject: String, _ errno: Errno) {
    guard group != nil else { return }
    refusals.append("\(subject) was not let into its control group: \(errno)")
    group = nil
  }

  /// Ends whatever is still in it, and removes it. To be called even if nothing was started. If a process of another
  /// user can't be killed, it stays, and so does the group.
  func end() {
    made.endAll()
    made.remove()
  }
}
