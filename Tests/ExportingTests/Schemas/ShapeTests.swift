import Foundation
import TestSupport
import Testing

/// A schema that differs from a type is found, wherever it does.
struct ShapeTests {
  private enum Colour: String, Encodable, CaseIterable {
    case red
    case green = "light-green"
  }

  private struct Wheel: Encodable {
    let spokes: Int?
    let isSpare: Bool
  }

  private struct Cart: Encodable {
    let name: String
    let load: Double
    let colour: Colour
    let wheels: [Wheel]
    let owners: [String: Int]
    let boughtAt: Date?
    let trailer: [Int?]

    private enum CodingKeys: String, CodingKey {
      case name, load, colour, wheels, owners
      case boughtAt = "bought"
      case trailer
    }
  }

  private static let schema = """
    {
      "type": "object", "additionalProperties": false,
      "required": ["name", "load", "colour", "wheels", "owners", "trailer"],
      "properties": {
        "name": {"type": "string"},
        "load": {"type": "number"},
        "colour": {"enum": ["red", "light-green"]},
        "wheels": {"type": "array", "items": {"$ref": "#/$defs/wheel"}},
        "owners": {"type": "object", "additionalProperties": {"type": "integer"}},
        "bought": {"type": "string"},
        "trailer": {"type": "array", "items": {"type": ["integer", "null"]}}
      },
      "$defs": {
        "wheel": {
          "type": "object", "additionalProperties": false, "required": ["isSpare"],
          "properties": {"spokes": {"type": "integer"}, "isSpare": {"type": "boolean"}}
        }
      }
    }
    """

  private func differences(_ schema: String) throws -> [String] {
    let folder = try ScratchFolder()
    try folder.add("cart.schema.json", schema)
    let file = folder.file("cart.schema.json")
    return try Shape(of: Cart.self).differences(from: SchemaReader().shape(at: file))
  }

  @Test func `a schema that says what the type says does not differ`() throws {
    #expect(try differences(Self.schema) == [])
  }

  /// A part of the schema, its replacement, and the difference.
  private static let changes: [(String, String, String)] = [
    (#""bought": {"type": "string"},"#, "", "$.bought: the schema lacks it"),
    (
      #""spokes": {"type": "integer"},"#, #""spokes": {"type": "integer"}, "hub": {},"#,
      "$.wheels[].hub: the type lacks it"
    ),
    (
      #""load": {"type": "number"}"#, #""load": {"type": "integer"}"#,
      "$.load: number in the type, integer in the schema"
    ),
    (
      #"{"type": "integer"}},"#, #"{"type": "number"}},"#,
      "$.owners.*: integer in the type, number in the schema"
    ),
    (
      #"["integer", "null"]"#, #""integer""#,
      "$.trailer[]: integer or null in the type, integer in the schema"
    ),
    (
      #""light-green""#, #""green""#,
      "$.colour: light-green or red in the type, green or red in the schema"
    ),
    (
      #"{"enum": ["red", "light-green"]}"#, #"{"type": "string"}"#,
      "$.colour: light-green or red in the type, any text in the schema"
    ),
    (
      #"["isSpare"]"#, #"["isSpare", "spokes"]"#,
      "$.wheels[].spokes: optional in the type, required in the schema"
    ),
    (
      #""required": ["isSpare"],"#, "",
      "$.wheels[].isSpare: always in the type, optional in the schema"
    ),
    (
      #""additionalProperties": false, "required": ["isSpare"]"#, #""required": ["isSpare"]"#,
      "$.wheels[]: the schema allows unknown keys"
    ),
  ]

  @Test(arguments: changes)
  func `a schema that says something else differs`(
    part: String, other: String, difference: String
  ) throws {
    try #require(Self.schema.contains(part))
    #expect(try differences(Self.schema.replacing(part, with: other)) == [difference])
  }

  private enum Cargo: Encodable {
    case none
    case sacks(Int)
  }

  private struct Barrow: Encodable { let cargo: Cargo }

  @Test func `a type whose values can't be made up is named`() {
    let error = #expect(throws: MadeUp.Unknown.self) { try Shape(of: [Barrow].self) }
    #expect(error?.type == "Cargo")
  }

  @Test func `a schema with a word that is not understood is refused`() throws {
    #expect(throws: SchemaReader.Unreadable.self) {
      try differences(#"{"type": "object", "patternProperties": {}}"#)
    }
  }
}
