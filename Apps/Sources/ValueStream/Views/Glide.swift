import Foundation

/// The way that a line goes on when the finger leaves it: slower and slower, until a sticker stands in
/// the middle, which then has the focus.
///
/// The source decelerates in `scrollViewDidEndDragging` and zooms the focused sticker "in the center
/// of the screen" (3.2). A scroll view of iOS slows down by a factor of 0.998 a millisecond
/// (`UIScrollView.DecelerationRate.normal`), so it comes to rest v / (-1000 ln 0.998) points on from
/// where it was let go at v points a second. The sticker nearest to that place is where this ends, on
/// a curve of the same form.
public struct Glide: Hashable, Sendable {
  /// What is left of the speed after a millisecond.
  public static let rate = 0.998
  /// It is over when less than this is left, in points.
  private static let rest = 0.5

  /// Where it begins, in points as those of ``TimeLine/scrollOffset(over:)``.
  public let start: Double
  /// Where it ends, likewise.
  public let end: Double
  /// The position of the sticker that is in the middle then.
  public let position: Int

  /// Returns where a line comes to rest by itself that is let go at `offset`, in points, with a
  /// velocity in points a second.
  static func restingPlace(from offset: Double, velocity: Double) -> Double {
    offset - velocity / (1_000 * log(rate))
  }

  /// The time that it takes, in seconds; 0 where half a point or less is to go.
  public var duration: Double {
    let distance = abs(end - start)
    return distance > Self.rest ? log(Self.rest / distance) / (1_000 * log(Self.rate)) : 0
  }

  /// Returns how far the line is scrolled so many seconds after it was let go.
  public func offset(after seconds: Double) -> Double {
    guard seconds < duration else { return end }
    return end - (end - start) * pow(Self.rate, 1_000 * max(seconds, 0))
  }
}
