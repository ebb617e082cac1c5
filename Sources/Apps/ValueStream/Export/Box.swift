/// A part of a page: points from the upper left corner.
struct Box: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var right: Double { x + width }
  var bottom: Double { y + height }

  /// Returns what is left within a margin.
  func inset(_ horizontal: Double, _ vertical: Double) -> Box {
    Box(
      x: x + horizontal, y: y + vertical, width: width - 2 * horizontal,
      height: height - 2 * vertical)
  }
}
