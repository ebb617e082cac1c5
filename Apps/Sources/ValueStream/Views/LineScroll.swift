/// How far a view is scrolled along a line of equal places.
///
/// It keeps which place is in the middle of the view, and nothing of the map or of the view's length:
/// a map that has become shorter is shown from its new end on, and a view that has become narrower
/// keeps its middle.
///
/// It scrolls from the first place in the middle to the last. "One infinite scroll" (3.2 of the
/// source) is taken for "as many stickers as there are": a line that began anew behind its end would
/// show the first step after the last, as if the stream were a circle.
struct LineScroll: Hashable, Sendable {
  /// From one place's middle to the next one's, in points.
  private(set) var pitch: Double
  /// The distance of the view's middle from the middle of the first place, in points.
  private var distance = 0.0

  init(pitch: Double) {
    self.pitch = pitch
  }

  /// The distance over so many places, in points.
  func offset(over count: Int) -> Double { min(distance, longest(count)) }

  /// Goes to a distance, as far as there are places; what is no number leads nowhere.
  mutating func go(to offset: Double, over count: Int) {
    guard !offset.isNaN else { return }
    distance = min(max(offset, 0), longest(count))
  }

  /// Goes on, or, by less than 0, back.
  mutating func move(by points: Double, over count: Int) {
    go(to: offset(over: count) + points, over: count)
  }

  /// Brings a place into the middle; one that is not there brings the nearest.
  mutating func centre(on position: Int, of count: Int) {
    go(to: Double(position) * pitch, over: count)
  }

  /// The place nearest to a distance, the later one where two are equally near; nil where there is
  /// none.
  func nearest(to offset: Double, of count: Int) -> Int? {
    guard count > 0 else { return nil }
    return Int((min(max(offset, 0), longest(count)) / pitch).rounded())
  }

  /// Takes another pitch and keeps what is in the middle.
  mutating func setPitch(_ other: Double) {
    distance *= other / pitch
    pitch = other
  }

  /// The places of which something may lie in a view: all that do, and a few more. What is drawn
  /// reaches `reach` points beyond the middle of its place.
  func candidates(length: Double, reach: Double, of count: Int) -> Range<Int> {
    let left = offset(over: count) - length / 2
    let first = max(0, Int(((left - reach) / pitch).rounded(.up)))
    let end = min(count, Int(((left + length + reach) / pitch).rounded(.down)) + 1)
    return first < end ? first..<end : 0..<0
  }

  /// The distance that brings the last place into the middle.
  private func longest(_ count: Int) -> Double { Double(max(count - 1, 0)) * pitch }
}
