import Sampling

/// The control group of one run, where there may be one.
///
/// A driver is put in as soon as it runs. What it touched until then, the loader's pages mostly,
/// is charged elsewhere; a driver that forks before it has read its first request could leave a
/// process outside.
struct RunGroup {
  /// The group with the driver in it, or nil.
  let group: ControlGroup?

  init(around driver: Int32) {
    let group = ControlGroup()
    do {
      try group.add(driver)
      self.group = group
    } catch {
      // The driver has ended already, or may not be moved: it is followed without.
      group.remove()
      self.group = nil
    }
  }

  /// Ends whatever is still in it, and removes it.
  func end() {
    group?.endAll()
    group?.remove()
  }
}
