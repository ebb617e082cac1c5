/// A number of days, and what it says.
public struct DayCount: Hashable, Sendable {
  /// The word between the number of days and the thing's name.
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    /// So many days with the thing.
    case with
    /// So many days without it.
    case without
    /// So many days are left until its date.
    case until
    /// So many days have passed since its date; 0 on the day itself.
    case since
  }

  /// Never negative.
  public let days: Int
  /// What the days are.
  public let relation: Relation

  /// The days of the calendar from the start of a thing: none before the first midnight, however
  /// late it was. 0 where the clock has been set back to before the start.
  init(from start: CalendarDay, to today: CalendarDay, _ wording: Wording) {
    days = max(0, today.number - start.number)
    relation = wording == .with ? .with : .without
  }

  /// The days that are left until a date, or have passed since.
  init(to date: CalendarDay, on today: CalendarDay) {
    days = abs(date.number - today.number)
    relation = date > today ? .until : .since
  }

  /// The sign on the wall: "12 days without coffee".
  public func headline(_ name: String) -> String {
    "\(days) \(days == 1 ? "day" : "days") \(relation.rawValue) \(name)"
  }
}
