import Foundation

/// The existing parts of an experiment that is divided among several machines.
///
/// All parts follow one plan with one seed. A part makes whole rounds, so that a pair never leaves its
/// machine, and all its lone runs of a story are on one machine, too.
public struct Partition: Sendable, Equatable, Codable {
  /// N, the total number of parts.
  public let count: Int
  /// The existing parts, in the order of their numbers.
  public private(set) var parts: [MachinePart]
  /// The plan allows a decision after each group of this many parts; nil if only all parts decide.
  public let interim: Int?
  /// The candidates that one call compares with its baseline, each in an experiment of its own; nil if nothing is
  /// compared.
  public let candidates: [String]?
  /// The number of parts, from the first, after which it was decided; nil until then, or if all parts decide.
  public var decidedAfter: Int?

  /// One machine's part.
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
    /// The stories whose unpaired runs it makes.
    public var stories: [String]
    /// The builds on that machine.
    public var builds: [BuildRecord]
    /// When it began, by that machine's clock.
    public var startedAt: Date
    /// When its last run ended; nil while it runs.
    public var completedAt: Date?

    /// A part at its start.
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
  public init(count: Int, parts: [MachinePart], interim: Int? = nil, candidates: [String]? = nil) {
    self.count = count
    self.parts = parts.sorted { $0.number < $1.number }
    self.interim = interim
    self.candidates = candidates
  }

  /// Adds a part, replacing one with the same number.
  public mutating func take(_ part: MachinePart) {
    parts.removeAll { $0.number == part.number }
    parts.append(part)
    parts.sort { $0.number < $1.number }
  }

  /// The numbers of parts after which it is decided whether more are needed; the last is all parts.
  public var analyses: [Int] { PlanShare.analyses(of: count, interim: interim) }

  /// The numbers of the needed parts that are missing or incomplete.
  public var missing: [Int] { missing(of: decidedAfter ?? count) }

  /// The numbers of the missing or incomplete parts among the first ones.
  public func missing(of first: Int) -> [Int] {
    let there = Set(parts.filter { $0.completedAt != nil }.map(\.number))
    return first < 1 ? [] : (1...first).filter { !there.contains($0) }
  }

  /// The deciding parts: up to the one after which it was decided.
  public var deciding: [MachinePart] { parts.filter { $0.number <= decidedAfter ?? count } }

  /// Returns whether a run decides. Runs made after the decision do not.
  public func decides(_ run: Run) -> Bool {
    guard decidedAfter != nil, run.arrangement != nil else { return true }
    return run.round <= deciding.map(\.lastRound).max() ?? 0
  }

  /// The names of the deciding machines, in the order of the parts, each once.
  public var machines: [String] {
    deciding.map(\.machine).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// A Boolean value indicating whether the machines differ in what decides how fast a program runs.
  public var areUnlike: Bool {
    guard let first = deciding.first else { return false }
    return deciding.contains { !$0.environment.differences(from: first.environment).isEmpty }
  }

  /// The part that made the pairs of a round; nil if it is missing, or does not decide.
  public func part(ofRound round: Int) -> MachinePart? {
    deciding.first { $0.firstRound <= round && round <= $0.lastRound }
  }
}

/// The share of a plan that one machine makes: the K-th of N.
public struct PlanShare: Sendable, Hashable, CustomStringConvertible {
  /// K, from 1.
  public let number: Int
  /// N.
  public let count: Int
  /// A decision is possible after each group of this many parts; nil if only all parts decide.
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

  /// The numbers of parts after which it is decided whether more are needed; the last is all parts.
  public var analyses: [Int] { Self.analyses(of: count, interim: interim) }

  static func analyses(of count: Int, interim: Int?) -> [Int] {
    guard let interim, 1..<max(1, count) ~= interim else { return [count] }
    return Array(stride(from: interim, to: count, by: interim)) + [count]
  }

  /// `3/8`
  public var description: String { "\(number)/\(count)" }

  /// The rounds that it makes: consecutive ones, so that their layouts alternate as in the whole. Two shares
  /// differ by at most one round; the first ones have it.
  public func rounds(of all: Int) -> ClosedRange<Int> {
    let (each, more) = all.quotientAndRemainder(dividingBy: count)
    let first = (number - 1) * each + min(number - 1, more) + 1
    // Without rounds, the range is empty, at the round before.
    return first...max(first, first + each + (number <= more ? 1 : 0) - 1)
  }

  /// The stories whose unpaired runs it makes. They are assigned from the last share backwards, which may
  /// have a round less. The shares before the first interim analysis have all of them, because it needs them.
  public func stories(of all: [String]) -> [String] {
    let count = analyses[0]
    return all.enumerated().filter { $0.offset % count == count - number }.map(\.element)
  }
}

extension Partition {
  /// The missing parts, as the end of a sentence; nil if there are none.
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
