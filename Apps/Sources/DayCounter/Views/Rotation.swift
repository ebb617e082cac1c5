import AppStorage

/// Which of the things the main view shows: each for three seconds, in turn, and from the last on to
/// the first.
public struct Rotation: Hashable, Sendable {
  /// A turn, in milliseconds.
  public static let interval: Int64 = 3_000

  /// A gesture that goes to a neighbour at once.
  public enum Swipe: String, Hashable, Sendable, CaseIterable {
    /// To the previous thing.
    case left
    /// To the next thing.
    case right
  }

  private var first = 0
  private var since: Timestamp

  /// Begins with the first thing.
  public init(at now: Timestamp) {
    since = now
  }

  /// The position of the thing that is shown, from 0; nil where there is none. While the clock is
  /// behind the beginning nothing moves.
  public func position(at now: Timestamp, of count: Int) -> Int? {
    guard count > 0 else { return nil }
    let (elapsed, isTooMuch) = now.milliseconds.subtractingReportingOverflow(since.milliseconds)
    let turns = isTooMuch ? 0 : max(0, elapsed) / Self.interval
    return (first % count + Int(turns % Int64(count))) % count
  }

  /// Goes to a neighbour, which then has three seconds of its own.
  public mutating func swipe(_ swipe: Swipe, at now: Timestamp, of count: Int) {
    guard let position = position(at: now, of: count) else { return }
    first = (position + (swipe == .right ? 1 : count - 1)) % count
    since = now
  }
}
