/// A chart's width and height, in pixels (PNG) or SVG user units.
///
/// Letters have the same size in every chart, so a larger chart holds more of them.
public struct ChartSize: Sendable, Equatable {
  /// 960 by 540: as wide as a README's column on a large screen, and half of full HD.
  public static let standard = ChartSize(checkedWidth: 960, height: 540)

  /// From the left edge to the right one.
  public let width: Int
  /// From the top edge to the bottom one.
  public let height: Int

  /// Makes a size that leaves room for axes and letters.
  /// - Throws: `ChartError.sizeOutOfRange` outside 640...8192 by 320...8192.
  public init(width: Int, height: Int) throws(ChartError) {
    guard (640...8192).contains(width), (320...8192).contains(height) else {
      throw .sizeOutOfRange(width: width, height: height)
    }
    self.init(checkedWidth: width, height: height)
  }

  private init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
