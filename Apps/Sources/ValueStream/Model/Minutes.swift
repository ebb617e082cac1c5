/// The time of a sticker's step, or a sum of such times: minutes, kept as whole seconds so that
/// sums are exact in any order.
public struct Minutes: Hashable, Comparable, Sendable {
  /// The longest time a single sticker may take: ten years. A million such stickers still have
  /// a sum.
  public static let longest = Minutes(seconds: 10 * 366 * 24 * 3600)
  /// No time.
  public static let zero = Minutes(seconds: 0)

  /// The time in whole seconds.
  public let seconds: Int64

  /// A time that is known to be good: read from a sticker, or a sum.
  init(seconds: Int64) {
    self.seconds = seconds
  }

  /// A sticker's time, rounded to a second.
  /// - Throws: ``MapError/durationNotAllowed(minutes:)`` for less than nothing, for more than
  ///   ``longest``, and for what is no number.
  public init(_ minutes: Double) throws(MapError) {
    guard minutes >= 0, minutes <= Self.longest.value else {
      throw .durationNotAllowed(minutes: minutes)
    }
    self.init(seconds: Int64((minutes * 60).rounded()))
  }

  /// The time in minutes.
  public var value: Double { Double(seconds) / 60 }

  /// Shorter before longer.
  public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  static func + (left: Self, right: Self) -> Self { Self(seconds: left.seconds + right.seconds) }
  static func - (left: Self, right: Self) -> Self { Self(seconds: left.seconds - right.seconds) }
}
