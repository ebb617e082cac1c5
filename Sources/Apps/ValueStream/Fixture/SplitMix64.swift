/// A seeded generator of 64-bit numbers, the same on every machine and build.
///
/// The standard library's generator can not be seeded, and its shuffles may change between
/// versions. Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014, <https://doi.org/10.1145/2660193.2660195>.
struct SplitMix64 {
  private var state: UInt64

  /// Equal seeds give equal sequences.
  init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `bound`, which must be above 0. The bias of taking the
  /// high half of the product is below `bound` in 2^64.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// One of the items, which must not be empty.
  mutating func pick<Item>(_ items: [Item]) -> Item {
    items[below(items.count)]
  }
}
