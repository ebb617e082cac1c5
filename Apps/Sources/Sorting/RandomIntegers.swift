import SeededRandom

/// Integers to sort, drawn from a seed, so that every build sorts the same ones.
public struct RandomIntegers: Sendable {
  /// The allowed sizes of an array; a quadratic sort of more would take hours.
  public static let allowedCounts = 0...1_000_000

  /// The number of integers in an array.
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
  ///
  /// Every trial has a stream of its own, whose seed is the trial's number in the stream of seeds:
  /// seeds that lie SplitMix64's step apart would give one stream, moved on by one.
  public func trial(_ number: Int) -> [Int] {
    var seeds = SplitMix64(seed: seed)
    var stream = SplitMix64(seed: seeds.next())
    for _ in 0..<number { stream = SplitMix64(seed: seeds.next()) }
    return (0..<count).map { _ in Int(stream.next() >> 32) }
  }

  /// An array of that many integers is not made.
  public struct CountNotAllowed: Error, Hashable, CustomStringConvertible {
    /// The number that was asked for.
    public let count: Int

    /// The number that was asked for and the numbers that are allowed.
    public var description: String {
      "\(count) integers can't be sorted here: allowed are \(allowedCounts.lowerBound) to "
        + "\(allowedCounts.upperBound)."
    }
  }
}
