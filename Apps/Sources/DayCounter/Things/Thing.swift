import AppStorage

/// Names a thing for good; never used again for another.
public struct ThingID: Hashable, Comparable, Sendable {
  /// Goes up with each thing that is made.
  public let number: Int64

  /// The name of that number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// The one made earlier first.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The word for a thing that is counted from its start: "days with exercise" reads better than
/// "days without no exercise".
public enum Wording: String, Hashable, Sendable, CaseIterable {
  /// A thing that happens again and again.
  case with
  /// A thing that is avoided, or has not come yet.
  case without
}

/// A thing whose days are counted, as it is at the moment of the call.
public struct Thing: Hashable, Sendable {
  /// Names it for good.
  public let id: ThingID
  /// All that the user sets.
  public let settings: ThingSettings
  /// When it was made, or last set back to zero.
  public let startDate: Timestamp
  /// Its days at the moment of the call.
  public let count: DayCount
  /// The most days that were ever reached, the present ones included; nil for a thing with a date,
  /// whose days go down first.
  public let record: Int?
}

/// All that the user sets of a thing.
public struct ThingSettings: Hashable, Sendable {
  /// The name by which the list shows it; no other thing has it.
  public var name: String
  /// The word before the name; not seen while there is a date.
  public var wording: Wording
  /// The day that is counted to, and from then on from; nil counts from the thing's start.
  public var date: CalendarDay?
  /// The colour behind all that the main view shows of it.
  public var colour: Colour
}
