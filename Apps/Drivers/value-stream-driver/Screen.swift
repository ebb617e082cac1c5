import DriverKit
import ValueStream

/// The content of the screen: both views of the map on the table, and its totals.
struct Screen {
  let axis: LineAxis
  let frames: [StickerFrame]
  let marks: [IconMark]
  /// The part of the icons that the main view shows.
  let shown: ClosedRange<Double>?
  let totals: Totals
  let count: Int
  /// A Boolean value indicating whether the focused sticker lies on its front, and shows its settings.
  let showsSettings: Bool
}

extension Outcome {
  /// The numbers differ from repetition to repetition, so they are in the digest; `totals` has
  /// them as facts.
  mutating func write(_ screen: Screen) {
    fact("visible", .bool(!screen.frames.isEmpty))
    mix(screen.count)
    mix(screen.totals)
    for frame in screen.frames {
      mix(frame.position)
      mix(points: screen.axis == .row ? frame.x : frame.y)
      mix(points: frame.side)
      mix(frame.sticker)
    }
    for mark in screen.marks {
      mix(mark.positions.lowerBound)
      mix(points: mark.x)
      mix(mark.classification.rawValue)
    }
    if let shown = screen.shown {
      mix(points: shown.lowerBound)
      mix(points: shown.upperBound)
    }
    if screen.showsSettings { mix("settings") }
  }

  mutating func mix(_ totals: Totals) {
    for classification in Classification.allCases {
      mix(Int(totals.time(of: classification).seconds))
    }
  }

  mutating func mix(_ sticker: Sticker) {
    mix(Int(sticker.id.number))
    mix(sticker.classification.rawValue)
    mix(Int(sticker.minutes.seconds))
    mix(sticker.text)
    mix(sticker.font.family.rawValue)
    mix(sticker.font.size.rawValue)
    mix(sticker.background.rawValue)
    if sticker.symbol != .process { mix(sticker.symbol.rawValue) }
  }

  /// To a thousandth of a point, which nobody sees.
  mutating func mix(points: Double) { mix(Int((points * 1000).rounded())) }
}
