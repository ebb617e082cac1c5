/// The menu of the device list: one of the states and one of the units can be chosen together, in
/// the source's order (fig. 25, p. 50).
public struct FilterMenu: Hashable, Sendable {
  /// Which devices by their state: all, mine, available, not available.
  public let states = DeviceFilter.State.allCases
  /// The units' names: nil for all of them, then each in the server's order, by name.
  public let units: [String?]

  /// The menu of a server with these units.
  public init(units: [OrganisationalUnit]) {
    self.units = [nil] + units.map(\.name)
  }

  /// The entries of ``states``, as the user reads them.
  public func stateTexts(in language: Language) -> [String] {
    states.map { Phrase.state($0).text(in: language) }
  }

  /// The entries of ``units``, as the user reads them.
  public func unitTexts(in language: Language) -> [String] {
    units.map { $0 ?? Phrase.allUnits.text(in: language) }
  }
}
