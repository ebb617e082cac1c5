import SeededRandom

@testable import ValueStream

extension SplitMix64 {
  /// A sticker that differs from most others.
  mutating func sticker(_ number: Int64) throws -> Sticker {
    var sticker = try Sticker(id: StickerID(number))
    try fill(&sticker)
    return sticker
  }

  /// Gives a sticker other contents.
  mutating func fill(_ sticker: inout Sticker) throws(MapError) {
    sticker.classification = Classification.allCases[below(3)]
    // Every fourth takes no time, as new stickers do.
    sticker.minutes = try Minutes(Double(max(0, below(80) - 20)))
    try sticker.write("step \(below(1_000_000)) of the stream")
  }
}
