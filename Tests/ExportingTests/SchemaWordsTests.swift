import Analysis
import Diagnosing
import Foundation
import Metrics
import Recording
import Running
import TestSupport
import Testing

/// The words that schemas allow are those of the types, also the ones that no test has printed.
struct SchemaWordsTests {
  /// A property with a fixed set of words.
  struct Property: Sendable, CustomTestStringConvertible {
    /// One of `Docs/schemas`.
    let schema: String
    /// The way to the property, without `properties` and `items`.
    let path: [String]
    let words: [String]

    init(_ schema: String, _ path: String..., words: [String]) {
      (self.schema, self.path, self.words) = (schema, path, words)
    }

    init<Word: RawRepresentable & CaseIterable>(
      _ schema: String, _ path: String..., as type: Word.Type
    ) where Word.RawValue == String {
      (self.schema, self.path) = (schema, path)
      words = Word.allCases.map(\.rawValue)
    }

    var testDescription: String { "\(schema): \(path.joined(separator: "."))" }
  }

  private static let properties = [
    Property("common", "status", as: Outcome.self),
    Property("common", "judgement", "outcome", as: Outcome.self),
    Property("common", "unit", words: MetricUnit.allCases.map(\.symbol)),
    Property("common", "polarity", as: Polarity.self),
    Property("common", "exactness", as: Exactness.self),
    Property("common", "kind", as: RunKind.self),
    Property("common", "reason", as: RunFailure.Reason.self),
    Property("common", "moduleChecks", "origin", as: ModuleChecks.Origin.self),
    Property(
      "common", "build", "checks", "setting", "optimisation", as: CheckSetting.Optimisation.self),
    Property("common", "circumstances", "treeSource", as: TreeSource.self),
    Property("common", "step", "tree", "source", as: TreeSource.self),
    Property("common", "interference", "causes", "cause", as: InterferenceCause.self),
    Property("common", "retentionVerdict", as: RetentionTest.Verdict.self),
    Property("common", "qualification", "cells", "verdict", as: Verdict.self),
    Property("common", "attribution", "parts", "subject", as: Attribution.Subject.self),
    Property("common", "inputRecord", "files", "uses", as: InputRecord.Use.self),
    Property("common", "inputRecord", "files", "kind", as: InputRecord.FileKind.self),
    Property("diagnosis", "problems", "severity", as: Severity.self),
    Property("driver-check", "rules", "rule", as: DriverRule.self),
    Property("explanations", "function", "kind", as: ModuleKind.self),
    Property("explanations", "function", "change", as: ChangeKind.self),
    Property("load", "ending", as: CapacityResult.Ending.self),
    Property("load", "percentile", as: LatencyBudget.Percentile.self),
    Property("load", "budgetFrom", as: LatencyBudget.Source.self),
    Property("load", "builds", "openEnd", as: BuildCapacity.OpenEnd.self),
    Property("load", "builds", "runs", "finding", as: CapacitySearch.Finding.self),
    Property("list", "source", as: Experiment.Source.self),
  ]

  @Test(arguments: properties)
  func `a schema allows exactly the words of the type`(property: Property) throws {
    let url = URL(
      filePath: Repository.path("Docs/schemas/\(property.schema).schema.json"))
    var value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    for name in property.path {
      value = try #require(Self.child(name, of: value), "\(name)")
    }
    let words = try #require(Self.words(in: value))
    #expect(Set(words) == Set(property.words) && words.count == property.words.count)
  }

  /// What a name leads to, in a definition, in an object, or in a list of objects.
  private static func child(_ name: String, of value: Any) -> Any? {
    guard let object = value as? [String: Any] else { return nil }
    for key in ["properties", "$defs"] {
      if let child = (object[key] as? [String: Any])?[name] { return child }
    }
    return object["items"].flatMap { child(name, of: $0) }
  }

  private static func words(in value: Any) -> [String]? {
    guard let object = value as? [String: Any] else { return nil }
    return object["enum"] as? [String] ?? object["items"].flatMap(words)
  }
}
