/// A skill as weighed by the guideline of 2015: the hours that it takes to learn, and how often it is used.
///
///     F = C · t
///
/// Source: A. Bolaños Murillo, "Swift mobile platform analysis: KMU Inventory approach" (2015), 3.12,
/// p. 42-45, table 16.
public struct Skill: Hashable, Sendable {
  /// t, the hours that it takes to learn; 0 for a developer who has it.
  public let hours: Amount
  /// C, from 1 to 5; see ``TimesUsed``.
  public let uses: Amount
  /// F, the basis of the weights' shares.
  public let factor: Amount

  /// A skill.
  /// - Throws: ``WeighingError/amount(_:)`` for a factor greater than an amount may be.
  public init(hours: Amount, uses: Amount) throws(WeighingError) {
    self.hours = hours
    self.uses = uses
    factor = try uses.times(hours)
  }

  /// The skill for a developer who has it: no hours, so no weight, as in step 2 of the source's procedure (p.
  /// 43).
  public var known: Skill {
    get throws(WeighingError) { try Skill(hours: Amount(0), uses: uses) }
  }
}

/// How often a skill is used, in the five classes of the source (p. 43).
///
/// The source has six in two classes, "three to six" and "six to nine". Here it is in the lower one, which
/// the source names first, so that no weight exceeds what the words allow.
public enum TimesUsed: Int, CaseIterable, Sendable {
  /// One time.
  case once = 1
  /// Two times.
  case twice = 2
  /// Three to six times.
  case aFew = 3
  /// Seven to nine times.
  case several = 4
  /// More than nine times.
  case always = 5

  /// The class of a number of times; nil for less than one.
  public init?(times: Int) {
    switch times {
    case ..<1: return nil
    case 1: self = .once
    case 2: self = .twice
    case 3...6: self = .aFew
    case 7...9: self = .several
    default: self = .always
    }
  }

  /// The class of that name; nil for another word.
  public init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// Its name, as in the source.
  public var word: String {
    switch self {
    case .once: "once"
    case .twice: "twice"
    case .aFew: "a few"
    case .several: "several"
    case .always: "always"
    }
  }
}

/// Hours as days and months of work.
///
/// The source counts 8 hours a day and 20 days a month: its 520 hours are 65 days, 3.25 months (p. 55).
public struct WorkingTime: Hashable, Sendable {
  /// The hours of a day of work.
  public static let hoursPerDay = 8.0
  /// The days of a month of work.
  public static let daysPerMonth = 20.0

  /// All hours.
  public let hours: Double

  /// A time of this many hours.
  public init(hours: Double) { self.hours = hours }

  /// The time that all skills take.
  public init(of skills: [Skill]) { hours = skills.reduce(0) { $0 + $1.hours.value } }

  /// The days of work.
  public var days: Double { hours / Self.hoursPerDay }
  /// The months of work.
  public var months: Double { days / Self.daysPerMonth }
}
