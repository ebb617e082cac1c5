/// What is sorted: integers drawn from a seed, so that every build sorts the same ones.
public struct RandomIntegers: Sendable {
  /// How many an array may hold; a quadratic sort of more would take hours.
  public static let allowedCounts = 0...1_000_000

  /// How many integers an array holds.
  public let count: Int
  private let seed: UInt64

  /// Arrays of so many integers.
  /// - Throws: ``CountNotAllowed``.
  public init(count: Int, seed: UInt64) throws(CountNotAllowed) {
    guard Self.allowedCounts.contains(count) else { throw CountNotAllowed(count: count) }
    self.count = count
    self.seed = seed
  }

  /// The array of a trial, counted from 0: 32-bit numbers, as the source drew them.
  public func trial(_ number: Int) -> [Int] {
    var state = seed &+ UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
    return (0..<count).map { _ in
      Int(Self.next(&state) >> 32)
    }
  }

  /// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood 2014).
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  /// An array of that many integers is not made.
  public struct CountNotAllowed: Error, Hashable, CustomStringConvertible {
    /// What was asked for.
    public let count: Int

    /// What was asked for and what is allowed.
    public var description: String {
      "\(count) integers can't be sorted here: allowed are \(allowedCounts.lowerBound) to "
        + "\(allowedCounts.upperBound)."
    }
  }
}
