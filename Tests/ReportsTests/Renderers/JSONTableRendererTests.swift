import Foundation
import Statistics
import SystemPackage
import Tables
import TestSupport
import Testing

struct JSONTableRendererTests {
  @Test func `numbers are written in full and as shown, and gaps with their reasons`() throws {
    let table = try Table(
      title: "T", columns: [Table.Column("Story"), Table.Column("Mean", unit: "MB")],
      sections: [
        Table.Section(
          "S",
          rows: [
            [.text("a", tone: .bad), .number(1.0 / 3, as: .decimals(2))],
            [.text("b"), .missing("it crashed")],
          ])
      ])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(JSONTableRenderer().rendered(table).utf8))
        as? NSDictionary)
    #expect(
      document == [
        "title": "T", "notes": [] as [String], "leadingColumns": 1,
        "columns": [["heading": "Story", "unit": ""], ["heading": "Mean", "unit": "MB"]],
        "sections": [
          [
            "heading": "S",
            "rows": [
              [["text": "a", "tone": "bad"], ["value": 1.0 / 3, "text": "0.33"]],
              [["text": "b"], ["missing": "it crashed"]],
            ],
          ]
        ],
      ] as NSDictionary)
  }

  @Test func `every kind of cell conforms to the published schema, and a wrong one does not`()
    throws
  {
    let folder = try ScratchFolder()
    let odd = try Table(
      title: "", columns: [Table.Column("x")],
      rows: [[.number(.infinity)], [.number(.nan)], [.number(-0.5)]])
    let tables = [
      try SampleTables.peaks(), try SampleTables.hostile(), try SampleTables.wide(), odd,
    ]
    for (index, table) in tables.enumerated() {
      try folder.add("\(index).json", JSONTableRenderer().rendered(table))
    }
    try folder.add(
      "wrong.json",
      #"{"title":"","notes":[],"columns":[{"heading":"x","unit":""}],"leadingColumns":0,"#
        + #""sections":[{"rows":[[{"value":1}]]}]}"#)
    let checked = try Completion.of(
      [
        PeerReaders.program("python3"), "-c",
        """
        import json, pathlib, sys, jsonschema
        schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for path in sorted(pathlib.Path(sys.argv[2]).glob("*.json")):
            print(path.stem, validator.is_valid(json.loads(path.read_text())))
        """, Repository.path("Docs/schemas/table.schema.json"), folder.path.string,
      ])
    #expect(
      checked.output == "0 True\n1 True\n2 True\n3 True\nwrong False\n", "\(checked.errors)")
  }
}
