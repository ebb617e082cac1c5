import Sampling

extension ControlGroup {
  /// Whether a group with all its parts can be made here.
  static var isAllowed: Bool {
    let group = ControlGroup()
    defer { group.remove() }
    return group.refusals.isEmpty
  }
}
