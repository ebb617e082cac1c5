/// Which devices a list shows: a state and a unit together, as in the list's menu (fig. 25, p. 50).
public struct DeviceFilter: Hashable, Sendable {
  /// Which devices by their state, in the menu's order; the raw values are words of scenarios.
  public enum State: String, CaseIterable, Sendable {
    /// Every device.
    case all
    /// Those the user who asks has borrowed.
    case mine
    /// Those nobody has borrowed (user story 7).
    case available
    /// Those anybody has borrowed, the user who asks included.
    case notAvailable = "not-available"
  }

  /// The state of the devices.
  public var state: State
  /// The name of the unit they belong to; nil for the devices of all units.
  public var unit: String?

  /// The devices of a state, and of a unit or of all.
  public init(_ state: State = .all, unit: String? = nil) {
    self.state = state
    self.unit = unit
  }

  /// Every device.
  public static let all = DeviceFilter(.all)
  /// Those the user who asks has borrowed.
  public static let mine = DeviceFilter(.mine)
  /// Those nobody has borrowed.
  public static let available = DeviceFilter(.available)
  /// Those anybody has borrowed.
  public static let notAvailable = DeviceFilter(.notAvailable)
}
