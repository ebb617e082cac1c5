/// A part of a page: points from the upper left corner.
package struct Box: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }

  /// Returns what is left within a margin.
  package func inset(_ horizontal: Double, _ vertical: Double) -> Box {
    Box(
      x: x + horizontal, y: y + vertical, width: width - 2 * horizontal,
      height: height - 2 * vertical)
  }
}
