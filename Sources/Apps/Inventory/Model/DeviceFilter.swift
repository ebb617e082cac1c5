/// Which devices a list shows. Every filter has its own index in the store.
public enum DeviceFilter: Hashable, Sendable {
  /// Every device.
  case all
  /// Those the user who asks has borrowed.
  case mine
  /// Those nobody has borrowed (user story 7).
  case available
  /// Those anybody has borrowed, the user who asks included.
  case notAvailable
  /// Those that belong to the unit of this name.
  case unit(String)

  /// Reads "all", "mine", "available", "not-available" or "unit:NAME"; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "all": self = .all
    case "mine": self = .mine
    case "available": self = .available
    case "not-available": self = .notAvailable
    default:
      guard text.hasPrefix("unit:"), text.utf8.count > 5 else { return nil }
      self = .unit(String(text.dropFirst(5)))
    }
  }
}
