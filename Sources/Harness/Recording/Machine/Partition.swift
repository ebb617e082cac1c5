import Foundation

/// The parts of an experiment that is dealt to several machines, as far as they are there.
///
/// All parts follow one plan with one seed. A part makes whole rounds, so that a pair never leaves its
/// machine, and all runs alone that it makes of a story are made on one machine, too.
public struct Partition: Sendable, Equatable, Codable {
  /// N, the number of parts of the whole.
  public let count: Int
  /// The parts that are there, in the order of their numbers.
  public private(set) var parts: [Part]

  /// One machine's share.
  public struct Part: Sendable, Equatable, Codable {
    /// Its number, from 1.
    public var number: Int
    /// The machine's own name.
    public var machine: String
    /// The machine that it was made on.
    public var environment: Environment
    /// The first of its rounds.
    public var firstRound: Int
    /// The last of them.
    public var lastRound: Int
    /// The stories of which it makes all runs that are no pairs.
    public var stories: [String]
    /// The builds as they were there.
    public var builds: [BuildRecord]
    /// When it began, by that machine's clock.
    public var startedAt: Date
    /// When its last run had ended; nil while it is made.
    public var completedAt: Date?

    /// A part that begins.
    public init(
      _ share: PlanShare, rounds: Int, stories: [String], on machine: String,
      _ environment: Environment, builds: [BuildRecord], at startedAt: Date
    ) {
      let own = share.rounds(of: rounds)
      number = share.number
      self.machine = machine
      self.environment = environment
      (firstRound, lastRound) = (own.lowerBound, own.upperBound)
      self.stories = share.stories(of: stories)
      self.builds = builds
      self.startedAt = startedAt
    }
  }

  /// A partition.
  public init(count: Int, parts: [Part]) {
    self.count = count
    self.parts = parts.sorted { $0.number < $1.number }
  }

  /// Adds a part, at the place of one of the same number.
  public mutating func take(_ part: Part) {
    self = Partition(count: count, parts: parts.filter { $0.number != part.number } + [part])
  }

  /// The numbers of the parts that are not there, or not to their end.
  public var missing: [Int] {
    let there = Set(parts.filter { $0.completedAt != nil }.map(\.number))
    return count < 1 ? [] : (1...count).filter { !there.contains($0) }
  }

  /// The names of the machines, in the order of the parts, each once.
  public var machines: [String] {
    parts.map(\.machine).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// A Boolean value indicating whether the machines differ in what decides how fast a program runs.
  public var areUnlike: Bool {
    guard let first = parts.first else { return false }
    return parts.contains { !$0.environment.differences(from: first.environment).isEmpty }
  }

  /// The part that made the pairs of a round; nil where it is not there.
  public func part(ofRound round: Int) -> Part? {
    parts.first { $0.firstRound <= round && round <= $0.lastRound }
  }
}

/// Which share of a plan one machine makes: the K-th of N.
public struct PlanShare: Sendable, Hashable, CustomStringConvertible {
  /// K, from 1.
  public let number: Int
  /// N.
  public let count: Int

  /// The greatest number of parts.
  public static let most = 1_000

  /// A share; nil unless 1 ≤ K ≤ N, and N ≤ ``most``.
  public init?(_ number: Int, of count: Int) {
    guard 1...Self.most ~= count, 1...count ~= number else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Reads `3/8`.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  /// `3/8`
  public var description: String { "\(number)/\(count)" }

  /// The rounds that it makes: consecutive ones, so that their layouts take turns as in the whole. No
  /// two shares differ by more than one round; the first ones have it.
  public func rounds(of all: Int) -> ClosedRange<Int> {
    let (each, more) = all.quotientAndRemainder(dividingBy: count)
    let first = (number - 1) * each + min(number - 1, more) + 1
    // No rounds at all make an empty range of the round before.
    return first...max(first, first + each + (number <= more ? 1 : 0) - 1)
  }

  /// The stories of which it makes all runs that are no pairs. They are dealt from the last share on,
  /// which may have a round less.
  public func stories(of all: [String]) -> [String] {
    all.enumerated().filter { $0.offset % count == count - number }.map(\.element)
  }
}
