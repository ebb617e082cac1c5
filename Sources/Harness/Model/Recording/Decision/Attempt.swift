import Foundation
import Statistics

/// A change that a loop tries, and its verdict.
public struct Attempt: Sendable, Equatable {
  /// Its number in the ledger, from 1.
  public let number: Int
  /// The compared files.
  public let subject: Subject
  /// The chance of a false acceptance that it may spend; 0 if nothing was measured.
  public var level: Double
  /// The experiment with its runs; nil if nothing was measured.
  public var experiment: Int64?
  /// The verdict; nil while it is being measured, or if it was interrupted.
  public var ruling: Ruling?

  /// An attempt.
  public init(
    number: Int, _ subject: Subject, level: Double, experiment: Int64? = nil, ruling: Ruling? = nil
  ) {
    self.number = number
    self.subject = subject
    self.level = level
    self.experiment = experiment
    self.ruling = ruling
  }

  /// A Boolean value indicating whether it uses up a part of the budget. An accepted one does not
  /// (`AlphaSpending`).
  public var isSpending: Bool { level > 0 && ruling?.verdict != .accepted }

  /// A Boolean value indicating whether nothing was measured.
  public var isUnmeasured: Bool { level == 0 && experiment == nil }

  /// The compared files of both sides.
  public struct Subject: Sendable, Hashable, Codable {
    /// The baseline's commit.
    public var base: String
    /// git's hash of the baseline's files.
    public var baseTree: String
    /// The candidate's commit.
    public var candidate: String
    /// git's hash of the candidate's files.
    public var tree: String
    /// The build; nil for the scenario's first.
    public var build: String?
    /// A Boolean value indicating whether the stories held out are measured, too.
    public var isFinal: Bool

    /// The files of two sides.
    public init(
      base: String, baseTree: String, candidate: String, tree: String, build: String? = nil,
      isFinal: Bool = false
    ) {
      self.base = base
      self.baseTree = baseTree
      self.candidate = candidate
      self.tree = tree
      self.build = build
      self.isFinal = isFinal
    }

    /// Returns whether both are one attempt: equal files compared with equal files, whatever their commits.
    public func isSame(as other: Subject) -> Bool {
      baseTree == other.baseTree && tree == other.tree && build == other.build
        && isFinal == other.isFinal
    }
  }

  /// A verdict on an attempt.
  public struct Ruling: Sendable, Equatable {
    /// The verdict.
    public var verdict: Verdict
    /// The reason, in sentences.
    public var reason: String
    /// When it was given, by the machine's clock.
    public var judgedAt: Date

    /// A verdict with its reason.
    public init(_ verdict: Verdict, because reason: String, at judgedAt: Date) {
      self.verdict = verdict
      self.reason = reason
      self.judgedAt = judgedAt
    }
  }

  /// The answers to an attempt.
  public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    /// A gated cell is shown to be better, and none is worse or open.
    case accepted
    /// A gated cell is shown to be worse.
    case rejected
    /// No improvement is shown, or another gated cell is open.
    case undecided
    /// The app crashed, hung or led to a wrong outcome, or a revision does not build.
    case failed
    /// It can't be compared, or what looks better is not.
    case refused
  }
}

/// The attempts of a loop, which share one error budget.
public struct Ledger: Sendable, Equatable {
  /// The name.
  public let name: String
  /// The terms, which stay the same for all attempts.
  public let terms: Terms
  /// The attempts, in order.
  public let attempts: [Attempt]

  /// A ledger.
  public init(name: String, terms: Terms, attempts: [Attempt] = []) {
    self.name = name
    self.terms = terms
    self.attempts = attempts
  }

  /// The terms of all attempts.
  public struct Terms: Sendable, Equatable, Codable {
    /// The scenario's name.
    public var scenario: String
    /// SHA-256 of the scenario file, hexadecimal: an attempt that changes it would be judged by other rules.
    public var sha256: String
    /// The stories that only a final attempt measures.
    public var holdOut: [String]
    /// The chance that any attempt of the ledger is accepted although nothing got better.
    public var alpha: Double

    /// The terms of a new ledger.
    public init(scenario: String, sha256: String, holdOut: [String] = [], alpha: Double = 0.01) {
      self.scenario = scenario
      self.sha256 = sha256
      self.holdOut = holdOut
      self.alpha = alpha
    }
  }

  /// The number of attempts that use up a part of the budget.
  public var spending: Int { attempts.count(where: \.isSpending) }

  /// The level of the next attempt.
  public var nextLevel: Double { terms.alpha * AlphaSpending.share(atPlace: spending + 1) }

  /// The part of the budget that is left.
  public var left: Double { terms.alpha * AlphaSpending.left(after: spending) }
}
