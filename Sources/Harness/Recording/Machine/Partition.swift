import Foundation

/// The parts of an experiment that is dealt to several machines, as far as they are there.
///
/// All parts follow one plan with one seed. A part makes whole rounds, so that a pair never leaves its
/// machine, and all runs alone that it makes of a story are made on one machine, too.
public struct Partition: Sendable, Equatable, Codable {
  /// N, the number of parts of the whole.
  public let count: Int
  /// The parts that are there, in the order of their numbers.
  public private(set) var parts: [MachinePart]
  /// After each so many parts it may be decided, as the plan declares; nil where only all parts decide.
  public let interim: Int?
  /// The number of parts, from the first, after which it was decided; nil as long as it is not, and where
  /// all parts decide.
  public var decidedAfter: Int?

  /// One machine's share.
  public struct MachinePart: Sendable, Equatable, Codable {
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
  public init(count: Int, parts: [MachinePart], interim: Int? = nil) {
    self.count = count
    self.parts = parts.sorted { $0.number < $1.number }
    self.interim = interim
  }

  /// Adds a part, at the place of one of the same number.
  public mutating func take(_ part: MachinePart) {
    parts.removeAll { $0.number == part.number }
    parts.append(part)
    parts.sort { $0.number < $1.number }
  }

  /// The numbers of parts after which it is decided whether more are needed, the last of them all parts.
  public var analyses: [Int] { PlanShare.analyses(of: count, interim: interim) }

  /// The numbers of the parts that are needed and not there, or not to their end.
  public var missing: [Int] { missing(of: decidedAfter ?? count) }

  /// The numbers of those among the first parts that are not there, or not to their end.
  public func missing(of first: Int) -> [Int] {
    let there = Set(parts.filter { $0.completedAt != nil }.map(\.number))
    return first < 1 ? [] : (1...first).filter { !there.contains($0) }
  }

  /// The parts that decide: those up to the one after which it was decided.
  public var deciding: [MachinePart] { parts.filter { $0.number <= decidedAfter ?? count } }

  /// Returns whether a run decides. What was made after it was decided does not.
  public func decides(_ run: Run) -> Bool {
    guard decidedAfter != nil, run.arrangement != nil else { return true }
    return run.round <= deciding.map(\.lastRound).max() ?? 0
  }

  /// The names of the machines that decide, in the order of the parts, each once.
  public var machines: [String] {
    deciding.map(\.machine).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// A Boolean value indicating whether the machines differ in what decides how fast a program runs.
  public var areUnlike: Bool {
    guard let first = deciding.first else { return false }
    return deciding.contains { !$0.environment.differences(from: first.environment).isEmpty }
  }

  /// The part that made the pairs of a round; nil where it is not there, or does not decide.
  public func part(ofRound round: Int) -> MachinePart? {
    deciding.first { $0.firstRound <= round && round <= $0.lastRound }
  }
}

/// Which share of a plan one machine makes: the K-th of N.
public struct PlanShare: Sendable, Hashable, CustomStringConvertible {
  /// K, from 1.
  public let number: Int
  /// N.
  public let count: Int
  /// After each so many parts it may be decided; nil where only all parts decide.
  public let interim: Int?

  /// The greatest number of parts.
  public static let most = 1_000

  /// A share; nil unless 1 ≤ K ≤ N, N ≤ ``most``, and an interim analysis is before the end.
  public init?(_ number: Int, of count: Int, interim: Int? = nil) {
    guard 1...Self.most ~= count, 1...count ~= number else { return nil }
    if let interim, interim < 1 || interim >= count { return nil }
    (self.number, self.count, self.interim) = (number, count, interim)
  }

  /// Reads `3/8`.
  public init?(_ text: String, interim: Int? = nil) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count, interim: interim)
  }

  /// The numbers of parts after which it is decided whether more are needed, the last of them all parts.
  public var analyses: [Int] { Self.analyses(of: count, interim: interim) }

  static func analyses(of count: Int, interim: Int?) -> [Int] {
    guard let interim, 1..<max(1, count) ~= interim else { return [count] }
    return Array(stride(from: interim, to: count, by: interim)) + [count]
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
  /// which may have a round less; those before the first interim analysis have them all, which needs them.
  public func stories(of all: [String]) -> [String] {
    let count = analyses[0]
    return all.enumerated().filter { $0.offset % count == count - number }.map(\.element)
  }
}

extension Partition {
  /// Which parts are missing, as the end of a sentence; nil where all are there.
  public var missingWords: String? {
    let missing = missing
    guard !missing.isEmpty else { return nil }
    let numbers = missing.map { "\($0)" }
    let named =
      numbers.count == 1
      ? "part \(numbers[0]) of \(count) is"
      : "parts \(numbers.dropLast().joined(separator: ", ")) and \(numbers[numbers.count - 1]) of "
        + "\(count) are"
    return "\(named) missing"
  }
}
