import Metrics
import Scenarios
import Weighing

/// Criteria with weights, and the alternatives that are compared by them, if there are any.
///
/// Without alternatives it is a guideline: what weighs how much, and how many hours it takes to learn.
public struct Scorecard: Sendable, Equatable {
  /// Its name.
  public let name: String
  /// The heading of what is made of it.
  public let title: String
  /// The file it is from, as it was named.
  public let file: String
  /// The alternatives; none, or two and more.
  public let alternatives: [Alternative]
  /// The criteria, one or more.
  public let criteria: [Criterion]

  /// One of what is chosen between, such as a build or a platform.
  public struct Alternative: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Where its measurements are; nil where it has none.
    public let source: Source?
    /// Where it stands in the file.
    public let place: TextPosition
  }

  /// Where an alternative's measurements are.
  public enum Source: Sendable, Equatable {
    /// In a store, under this name or number, of this build.
    case experiment(String, build: String)
    /// In a file, relative to the scorecard's folder, of this build; nil for the alternative's own name,
    /// or the file's only build.
    case file(String, build: String?)
  }

  /// What alternatives are compared by, or a skill.
  public struct Criterion: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// What it belongs to; nil for nothing.
    public let group: String?
    /// How much it counts.
    public internal(set) var weight: Weight
    /// What each alternative has by it; nil where there are no alternatives.
    public let values: Values?
    /// Where it stands in the file.
    public let place: TextPosition
  }

  /// How much a criterion counts.
  public enum Weight: Sendable, Equatable {
    /// As much as was said.
    case given(Amount)
    /// As much as the hours that it takes to learn, times how often it is used.
    case skill(Skill)

    /// What its share is of.
    public var amount: Amount {
      switch self {
      case .given(let amount): amount
      case .skill(let skill): skill.factor
      }
    }
  }

  /// What alternatives have by a criterion.
  public enum Values: Sendable, Equatable {
    /// Measurements, of these stories alone; of all where none is named.
    case metric(Metric, stories: [String])
    /// What people judged, in the order of the alternatives; never 0.
    case judged([Amount], unit: String, lowerIsBetter: Bool)
  }
}

extension Scorecard {
  /// Its weights, as shares of their sum.
  ///
  /// - Throws: `WeighingError.noWeight` where all are 0, as for who has all skills.
  public var weights: Weights {
    get throws(WeighingError) { try Weights(criteria.map(\.weight.amount)) }
  }

  /// The skills of those criteria that are weighed by hours.
  public var skills: [Skill] {
    criteria.compactMap { if case .skill(let skill) = $0.weight { skill } else { nil } }
  }

  /// The groups in the file's order; nil stands for criteria without one.
  public var groups: [String?] {
    criteria.reduce(into: []) { if !$0.contains($1.group) { $0.append($1.group) } }
  }

  /// The names of those criteria that are skills.
  public var skillNames: [String] {
    criteria.filter { if case .skill = $0.weight { true } else { false } }.map(\.name)
  }

  /// The same for a developer who has some skills: they take no hours any more, so the weights are shares
  /// of what is left to learn.
  /// - Throws: `WeighingError`.
  public func known(to developer: [String]) throws(WeighingError) -> Scorecard {
    var criteria = criteria
    for index in criteria.indices where developer.contains(criteria[index].name) {
      guard case .skill(let skill) = criteria[index].weight else { continue }
      criteria[index].weight = .skill(try skill.known)
    }
    return Scorecard(
      name: name, title: title, file: file, alternatives: alternatives, criteria: criteria)
  }

  /// A mistake that shows only when the measurements are there, at its place in the file.
  public func mistake(
    _ place: TextPosition, _ found: String, allowed: String = "",
    suggestion: String? = nil
  ) -> InvalidScenario {
    InvalidScenario(
      file: file,
      problems: [ScenarioProblem(place, found, allowed: allowed, suggestion: suggestion)])
  }
}
