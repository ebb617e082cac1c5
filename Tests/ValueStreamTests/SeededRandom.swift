@testable import ValueStream

/// Numbers that are the same in every run of a test: SplitMix64 of Steele, Lea, Flood, "Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func sticker(_ number: Int64) throws -> Sticker {
    var sticker = try Sticker(id: StickerID(number))
    try fill(&sticker)
    return sticker
  }

  mutating func fill(_ sticker: inout Sticker) throws(MapError) {
    sticker.classification = Classification.allCases[below(3)]
    // Every fourth takes no time, as new stickers do.
    sticker.minutes = try Minutes(Double(max(0, below(80) - 20)))
    try sticker.write("step \(below(1_000_000)) of the stream")
  }
}
