import SeededRandom

/// A map made up from a seed: equal arguments give equal maps on every machine and build.
public struct MapFixture: Sendable {
  /// The number of stickers.
  public let stickers: Int
  /// The seed that all else follows from.
  public let seed: UInt64

  /// A fixture of which any number of maps can be made.
  /// - Throws: ``LibraryError/fixtureImpossible(reason:)`` for less than nothing or more than a
  ///   million stickers.
  public init(stickers: Int, seed: UInt64) throws(LibraryError) {
    guard 0...1_000_000 ~= stickers else {
      throw .fixtureImpossible(reason: "\(stickers) stickers are not 0 to 1,000,000")
    }
    self.stickers = stickers
    self.seed = seed
  }

  /// The map: steps of 1 minute to 4 hours of all kinds, fonts and colours.
  public func map() throws(MapError) -> StreamMap {
    var random = SplitMix64(seed: seed)
    return try Self.map(stickers: stickers, &random)
  }

  static func map(stickers count: Int, _ random: inout SplitMix64) throws(MapError) -> StreamMap {
    var stickers: [Sticker] = []
    stickers.reserveCapacity(count)
    for position in 0..<count {
      let (classification, text) = ProcessNames.step(&random)
      stickers.append(
        try Sticker(
          id: StickerID(Int64(position) + 1), classification: classification,
          minutes: Minutes(Double(random.below(240) + 1)), text: text,
          font: StickerFont(
            family: random.pick(StickerFont.Family.allCases),
            size: random.pick(StickerFont.Size.allCases)),
          background: random.pick(BackgroundColour.allCases)))
    }
    return try StreamMap(StickerSequence(stickers))
  }
}
