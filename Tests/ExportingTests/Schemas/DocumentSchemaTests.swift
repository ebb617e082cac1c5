import Foundation
import Recording
import Scorecards
import Sharing
import TestSupport
import Testing

@testable import Exporting

/// The schemas say what the documents' types say, also of keys that no test has printed.
struct DocumentSchemaTests {
  /// A schema, and the type of the documents that it describes.
  struct Document: Sendable, CustomTestStringConvertible {
    /// One of `Docs/schemas`.
    let schema: String
    let shape: Result<Shape, any Error>
    /// The differences in which the schema promises more than the type.
    let promises: [String]

    init<Value: Encodable>(_ schema: String, _ type: Value.Type, but promises: String...) {
      self.schema = schema
      self.promises = promises
      shape = Result { try Shape(of: type) }
    }

    var testDescription: String { schema }
  }

  private static let documents = [
    Document("anchor", AnchorDocument.self),
    Document("anchors", [AnchorDocument].self),
    Document("attach", AttachDocument.self),
    Document("baselines", [ListedBaselineDocument].self),
    Document("bisection", BisectionDocument.self),
    Document("comparison", JudgedExperimentDocument.self),
    Document("comparisons", [JudgedExperimentDocument].self),
    Document("config", [SettingDocument].self),
    Document("decision", DecisionDocument.self),
    Document("diagnosis", DiagnosisDocument.self),
    Document("driver-check", DriverCheckDocument.self),
    Document("experiment", ExperimentDocument.self),
    Document("experiments", [ExperimentDocument].self),
    Document("explanations", [ExplanationDocument].self),
    Document("history", HistoryDocument.self),
    Document("inputs", [SideRecord].self),
    // An attempt has a document once it is judged.
    Document(
      "judge", AttemptDocument.self,
      but: "$.judgedAt: optional in the type, required in the schema",
      "$.reason: optional in the type, required in the schema"),
    Document("ledger", LedgerDocument.self),
    // Experiments get their numbers in a store, where these are.
    Document(
      "list", [ListedExperimentDocument].self,
      but: "$[].number: optional in the type, required in the schema"),
    Document("load", LoadDocument.self),
    Document("measure", MeasureDocument.self),
    Document(
      "merge", MergeDocument.self,
      but: "$.experiments[].number: optional in the type, required in the schema"),
    Document("metrics", [MetricDocument].self),
    Document("qualification", QualificationDocument.self),
    Document("qualifications", [QualificationDocument].self),
    Document(
      "regressions", [RegressionDocument].self,
      but: "$[].foundIn: optional in the type, required in the schema",
      "$[].latest: optional in the type, required in the schema"),
    Document("run", RunDocument.self),
    Document("runs", [RunDocument].self),
    Document("scorecard", ScorecardDocument.self),
    Document("statistics", [ExperimentDocument.CellDocument].self),
    Document("transfer", TeamStore.Transfer.self),
    Document("validation", [ValidationDocument].self),
  ]

  @Test(arguments: documents)
  func `a schema has the keys, kinds of values and words of the type`(document: Document) throws {
    let schema = try SchemaReader().shape(
      at: Repository.path("Docs/schemas/\(document.schema).schema.json"))
    #expect(try document.shape.get().differences(from: schema) == document.promises)
  }

  @Test func `the schema of a saved baseline has the keys of what was built, and where`() throws {
    let file = Repository.path("Scenarios/baseline.schema.json")
    let build = try SchemaReader().shape(at: "\(file)#/$defs/build")
    #expect(try Shape(of: BuildRecord.self).differences(from: build) == [])
    let machine = try SchemaReader().shape(at: "\(file)#/$defs/environment")
    #expect(try Shape(of: Environment.self).differences(from: machine) == [])
  }

  @Test func `every schema is compared with a type`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Repository.path("Docs/schemas"))
    // The first has parts of the others. The path of a report has no type of its own, and that of a table's document
    // is private: `JSONTableRendererTests` prints every kind of cell.
    let others = ["common", "report", "table"]
    let names = Self.documents.map(\.schema) + others
    #expect(files.sorted() == names.map { "\($0).schema.json" }.sorted())
  }
}
