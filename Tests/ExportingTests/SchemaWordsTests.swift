import Analysis
import Foundation
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

/// The words that schemas allow are those of the types, also the ones that no test has printed, where documents have
/// them as text. `DocumentSchemaTests` compares all others.
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
    Property("common", "unit", words: MetricUnit.allCases.map(\.symbol)),
    Property("common", "statistics", as: Statistic.self),
    Property("common", "reason", as: RunFailure.Reason.self),
    Property("common", "qualification", "cells", "verdict", as: Verdict.self),
    Property("common", "attribution", "parts", "subject", as: Attribution.Subject.self),
    Property("history", "experiments", "source", as: Experiment.Source.self),
    Property("judge", "verdict", as: Attempt.Verdict.self),
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
    return object["enum"] as? [String] ?? (object["properties"] as? [String: Any])?.keys.sorted()
  }
}
