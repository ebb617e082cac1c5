import Metrics
import Scenarios

/// Criteria with weights, and the alternatives that they compare, if any.
///
/// Without alternatives it is a guideline: how much each criterion weighs, and how many hours it takes to
/// learn.
public struct Scorecard: Sendable, Equatable {
  /// Its name.
  public let name: String
  /// The heading of its output.
  public let title: String
  /// The file, as it was named.
  public let file: String
  /// The alternatives; none, or at least two.
  public let alternatives: [Alternative]
  /// The criteria, at least one.
  public let criteria: [Criterion]

  /// An option to choose, such as a build or a platform.
  public struct Alternative: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// The place of its measurements; nil if it has none.
    public let source: Source?
    /// Its place in the file.
    public let place: TextPosition
  }

  /// The place of an alternative's measurements.
  public enum Source: Sendable, Equatable {
    /// In a store, an experiment by name or number, and its build.
    case experiment(String, build: String)
    /// In a file, relative to the scorecard's folder, and its build; nil for the alternative's own name, or
    /// the file's only build.
    case file(String, build: String?)
  }

  /// A criterion for comparing alternatives, or a skill.
  public struct Criterion: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Its group; nil for none.
    public let group: String?
    /// Its weight.
    public internal(set) var weight: Weight
    /// The value of each alternative; nil if there are no alternatives.
    public let values: Values?
    /// Its place in the file.
    public let place: TextPosition
  }

  /// The weight of a criterion.
  public enum Weight: Sendable, Equatable {
    /// A given weight.
    case given(Amount)
    /// The hours that it takes to learn, multiplied by how often it is used.
    case skill(Skill)

    /// The amount behind its share.
    public var amount: Amount {
      switch self {
      case .given(let amount): amount
      case .skill(let skill): skill.factor
      }
    }
  }

  /// The values of alternatives by a criterion.
  public enum Values: Sendable, Equatable {
    /// Measurements of these stories; of all if the list is empty.
    case metric(Metric, stories: [String])
    /// People's judgements, in the order of the alternatives; never 0.
    case judged([Amount], unit: String, lowerIsBetter: Bool)
  }
}

extension Scorecard {
  /// The weights, as shares of their sum.
  /// - Throws: `WeighingError.noWeight` if all are 0, as for a developer with all skills.
  public var weights: Weights {
    get throws(WeighingError) { try Weights(criteria.map(\.weight.amount)) }
  }

  /// The skills of criteria that are weighed by hours.
  public var skills: [Skill] {
    criteria.compactMap { if case .skill(let skill) = $0.weight { skill } else { nil } }
  }

  /// The groups in the file's order; nil for criteria without a group.
  public var groups: [String?] {
    criteria.reduce(into: []) { if !$0.contains($1.group) { $0.append($1.group) } }
  }

  /// The names of criteria that are skills.
  public var skillNames: [String] {
    criteria.filter { if case .skill = $0.weight { true } else { false } }.map(\.name)
  }

  /// The scorecard for a developer who has some skills. They take no more hours, so the weights are shares of
  /// what is left to learn.
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

  /// A mistake that only the measurements reveal, with its place in the file.
  public func mistake(
    _ place: TextPosition, _ found: String, allowed: String = "",
    suggestion: String? = nil
  ) -> InvalidScenario {
    InvalidScenario(
      file: file,
      problems: [ScenarioProblem(place, found, allowed: allowed, suggestion: suggestion)])
  }
}
