/// The facts of an activity that the handbook gives: its number, its name, its unit and the price of
/// one unit.
public struct DictionaryEntry: Hashable, Sendable {
  /// The number, which no other entry has.
  public let pos: PositionNumber
  /// The name, such as "Top felt".
  public let type: String
  /// The unit it is counted in.
  public let unit: ActivityUnit
  /// The price of exactly one unit.
  public let price: Price
}

/// An activity that was done in a project: an entry of the dictionary as it was then, and how much of
/// it.
///
/// An account is a document, so a later dictionary changes no price in it.
public struct Activity: Hashable, Sendable {
  /// What the dictionary said when the activity was added.
  public let entry: DictionaryEntry
  /// How much of it was done.
  public let quantity: Quantity

  /// The price times the quantity, exact.
  public var amount: Amount { Amount(quantity, at: entry.price) }
}
