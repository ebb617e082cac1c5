import Glibc

/// A rectangle in a drawing, in pixels from its left and upper edges.
struct SVGBounds: Equatable {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  static let everything = SVGBounds(
    left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)

  /// Returns whether they share more than an edge.
  func overlaps(_ other: SVGBounds) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// The smallest rectangle around both.
  func union(_ other: SVGBounds) -> SVGBounds {
    SVGBounds(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The smallest rectangle around all; an empty one around nothing.
  static func around(_ all: [SVGBounds]) -> SVGBounds {
    let nothing = SVGBounds(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
    return all.reduce(nothing) { $0.union($1) }
  }

  func grown(by margin: Double) -> SVGBounds {
    SVGBounds(
      left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }

  /// The area in which an element with its full style may leave a mark: a little too large, and everywhere if
  /// that is unknown.
  static func marks(of element: SVGElement) -> [SVGBounds] {
    let known: [SVGBounds]? =
      switch element.name {
      case "path": path(element)
      case "text": text(element).map { [$0] }
      case "use": point(element).map { [$0] }
      default: nil
      }
    return known ?? [.everything]
  }

  /// Pixels at edges are half covered.
  private static let edge = 0.5

  private static func path(_ element: SVGElement) -> [SVGBounds]? {
    guard let path = element["d"].flatMap({ SVGPath($0) }),
      let width = element["stroke"] == "none" ? 0 : Double(element["stroke-width"] ?? "1")
    else { return nil }
    // A corner reaches out by at most half of the limit of 4 widths, a right angle by half of one width.
    let margin = width * (path.isRectangular ? 0.5 : 2) + edge
    let isOutline = element["fill"] == "none"
    return (isOutline ? path.lines : path.bounds.map { [$0] })?.map { $0.grown(by: margin) }
  }

  private static func text(_ element: SVGElement) -> SVGBounds? {
    guard let size = element["font-size"].flatMap(Double.init) else { return nil }
    var (x, y) = (element["x"].flatMap(Double.init), element["y"].flatMap(Double.init))
    var angle = 0.0
    if let transform = element["transform"] {
      let turn = "rotate("
      guard let shift = SVGTransform.shift(transform), shift.rest.hasPrefix(turn),
        let degrees = Double(shift.rest.dropFirst(turn.count).dropLast())
      else { return nil }
      (x, y, angle) = (Double(shift.x), Double(shift.y), degrees * .pi / 180)
    }
    guard let x, let y else { return nil }
    // No letter is wider than the widest character.
    let width = TextMetrics.greatestWidth(element.text, size: size)
    let start =
      switch element["text-anchor"] {
      case "end": -width
      case "middle": -width / 2
      default: 0.0
      }
    let (sine, cosine) = (sin(angle), cos(angle))
    let corners = [start, start + width].flatMap { across in
      [-1.2 * size, 0.5 * size].map { down in
        (x: x + across * cosine - down * sine, y: y + across * sine + down * cosine)
      }
    }
    let (across, down) = (corners.map(\.x), corners.map(\.y))
    guard let left = across.min(), let right = across.max(), let top = down.min(),
      let bottom = down.max()
    else { return nil }
    return SVGBounds(left: left, top: top, right: right, bottom: bottom)
  }

  /// gnuplot's points reach one unit in each direction.
  private static func point(_ element: SVGElement) -> SVGBounds? {
    let scale = "scale("
    guard let shift = SVGTransform.shift(element["transform"]), shift.rest.hasPrefix(scale),
      let size = Double(shift.rest.dropFirst(scale.count).dropLast()),
      let x = Double(shift.x), let y = Double(shift.y)
    else { return nil }
    return SVGBounds(left: x, top: y, right: x, bottom: y).grown(by: 1.5 * size + edge)
  }
}
