import Sampling

/// The control group of one run, made before its driver starts: the driver joins it before it
/// executes its program, so that all its memory is charged there and nothing it starts is outside.
struct RunGroup {
  private let group = ControlGroup()

  /// The settings that the launcher has to make in the driver's process.
  var settings: [LaunchSetting] { group.joiningFiles.map(LaunchSetting.group) }

  /// The group, or nil where there is none or the driver was not let in.
  func holding(_ driver: DriverProcess) -> ControlGroup? {
    group.hasMembers && driver.groupRefusal == nil ? group : nil
  }

  /// Why the run goes without a group, or without a part of its measurements; in words.
  func refusals(of driver: DriverProcess) -> [String] {
    group.refusals.map(\.description) + [driver.groupRefusal].compactMap(\.self)
  }

  /// Ends whatever is still in it, and removes it. To be called also where no driver came to be.
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
