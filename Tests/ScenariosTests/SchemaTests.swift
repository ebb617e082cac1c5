import Foundation
import Testing

@testable import Scenarios

/// The schema serves editors, the parser decides: the two must allow the same.
struct SchemaTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

  private struct Schema: Decodable {
    struct Level: Decodable {
      var properties: [String: Property]?
      var required: [String]?
    }

    struct Property: Decodable {
      var description: String?
      var `enum`: [String]?
      var ref: String?

      private enum CodingKeys: String, CodingKey {
        case description, `enum`
        case ref = "$ref"
      }
    }

    var properties: [String: Property]
    var required: [String]
    var definitions: [String: Level]

    private enum CodingKeys: String, CodingKey {
      case properties, required
      case definitions = "$defs"
    }

    static func load() throws -> Schema {
      try JSONDecoder().decode(
        Schema.self, from: Data(contentsOf: folder.appending(path: "scenario.schema.json")))
    }

    func keys(of level: String) throws -> Set<String> {
      Set(try #require(definitions[level]?.properties).keys)
    }
  }

  @Test func `the schema has the parser's keys at every level, and no others`() throws {
    let schema = try Schema.load()
    #expect(Set(schema.properties.keys) == Set(ScenarioParser.keys))
    #expect(try schema.keys(of: "driver") == Set(BuildReader.driverKeys))
    #expect(try schema.keys(of: "build") == Set(BuildReader.keys))
    #expect(try schema.keys(of: "published") == Set(PublishedReader.keys))
    #expect(try schema.keys(of: "ratio") == Set(PublishedReader.ratioKeys))
    #expect(try schema.keys(of: "column") == Set(PublishedReader.columnKeys))
    #expect(try schema.keys(of: "gate") == Set(GateReader.keys))
    #expect(try schema.keys(of: "story") == Set(StoryReader.keys))
    #expect(try schema.keys(of: "step") == Set(StoryReader.stepKeys))
    #expect(try schema.keys(of: "expectation") == ["digest", "error"])
    #expect(try schema.keys(of: "command-step") == Set(CommandStepReader.keys))
    #expect(
      try schema.keys(of: "command-expectation") == Set(CommandStepReader.expectationKeys))
    #expect(try schema.keys(of: "content") == Set(CommandStepReader.contentKeys))
    #expect(try schema.keys(of: "request-step") == Set(StoryReader.requestKeys))
    #expect(try schema.keys(of: "request-settings") == Set(RequestSettingsReader.keys))
    #expect(try schema.keys(of: "users") == Set(UserLoadReader.keys))
  }

  @Test func `the schema requires what the parser requires`() throws {
    let schema = try Schema.load()
    #expect(schema.required == ["scenario", "builds", "stories"])
    #expect(schema.definitions["driver"]?.required == ["product"])
    #expect(schema.definitions["build"]?.required == nil)
    #expect(schema.definitions["published"]?.required == PublishedReader.keys)
    #expect(schema.definitions["ratio"]?.required == PublishedReader.ratioKeys)
    #expect(schema.definitions["column"]?.required == PublishedReader.columnKeys)
    #expect(schema.definitions["gate"]?.required == ["metric"])
    #expect(schema.definitions["story"]?.required == nil)
    #expect(schema.definitions["users"]?.required == ["arrivals", "for", "stories"])
    #expect(schema.definitions["step"]?.required == ["expect"])
    #expect(schema.definitions["command-step"]?.required == nil)
  }

  @Test func `the schema's configurations are the parser's`() throws {
    let build = try #require(Schema.load().definitions["build"]?.properties)
    #expect(
      build["configuration"]?.enum == PackageBuild.Configuration.allCases.map(\.rawValue))
  }

  @Test func `every key of the schema has a description, its own or that of its reference`() throws
  {
    let schema = try Schema.load()
    let levels = [schema.properties] + schema.definitions.values.compactMap(\.properties)
    for (key, property) in levels.joined() {
      #expect(
        property.description != nil || property.ref == "#/$defs/expectation", "\(key)")
    }
  }

  @Test func `the committed scenarios have no mistake`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "yml" }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(Samples.mistakes(in: text) == "", "\(file.lastPathComponent)")
    }
  }
}
