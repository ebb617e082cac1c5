import Sampling

/// The control group of one run, made before its driver starts. The driver joins it before it executes
/// its program, so that all its memory is charged there and everything it starts is inside.
struct RunGroup {
  private let group = ControlGroup()

  /// The settings that the launcher must make in the driver's process.
  var settings: [LaunchSetting] { group.joiningFiles.map(LaunchSetting.group) }

  /// The group; nil if there is none, or the driver was not admitted.
  func holding(_ driver: DriverProcess) -> ControlGroup? {
    group.hasMembers && driver.groupRefusal == nil ? group : nil
  }

  /// The reasons why the run has no group, or lacks some of its measurements; in words.
  func refusals(of driver: DriverProcess) -> [String] {
    group.refusals.map(\.description) + [driver.groupRefusal].compactMap(\.self)
  }

  /// Ends whatever is still in it, and removes it. To be called even if no driver was started.
  func end() {
    group.endAll()
    group.remove()
  }
}

extension DriverProcess {
  fileprivate var groupRefusal: String? {
    refusals.first { $0.name == .group }
      .map { "the driver was not let into its control group: \($0.errno)" }
  }
}
