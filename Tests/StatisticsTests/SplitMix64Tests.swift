import SeededRandom
import Testing

@Suite struct SplitMix64Tests {
  /// The outputs of the authors' own program, <https://prng.di.unimi.it/splitmix64.c>, for the
  /// state 0.
  private static let published: [UInt64] = [
    0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f, 0xf88b_b8a8_724c_81ec,
  ]

  @Test func `the seed 0 gives the published numbers`() {
    var random = SplitMix64(seed: 0)
    #expect(Self.published.map { _ in random.next() } == Self.published)
  }

  @Test func `a number below a bound is the high part of the product`() {
    var random = SplitMix64(seed: 0)
    // The leading byte of each published number, since 256 is 2^8.
    #expect(Self.published.map { _ in random.below(256) } == [0xe2, 0x6e, 0x06, 0xf8])
    #expect((0..<100).allSatisfy { _ in random.below(1) == 0 })
  }

  @Test func `an item is picked by the random number as its index`() {
    var random = SplitMix64(seed: 0)
    // The two leading bits are 3, 1, 0 and 3.
    #expect(Self.published.map { _ in random.pick(["a", "b", "c", "d"]) } == ["d", "b", "a", "d"])
  }
}
