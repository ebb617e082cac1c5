import Exporting
import Foundation
import Metrics
import Recording
import Store
import SystemPackage
import TestSupport
import Testing

struct BaselineJSONTests {
  private static let schema = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("Scenarios").appending("baseline.schema.json").string

  @Test func `a baseline file has a line for each list of measurements, sorted by name`() throws {
    let text = try BaselineJSON.text(Replay.baseline())
    #expect(
      text.contains(
        """
              "measurements" : {
                "counted" : {
                  "instructions" : [1000000, 1000000, 1000001]
                },
                "fixed-addresses" : {
                  "peak-anonymous-memory" : [20480000, 20480000, 20480000]
                },
                "solo" : {
                  "cpu-time" : [7000000, 7500000],
                  "peak-cpu" : [38.25, 14.5]
                }
              },

        """))
    #expect(text.hasSuffix("}\n") && text.contains("\"measuredAt\" : \"2023-11-14T22:13:20Z\""))
  }

  @Test func `a written baseline can be read, even if a text looks like a list`() throws {
    let folder = try ScratchFolder()
    var baseline = Replay.baseline([Replay.story("list"), Replay.story("lend")])
    baseline.stories[1].replay = "0f"
    baseline.stories[1].steps = ["lend x=[\n1,\n2\n]", "lend \"[1,   2]\""]
    baseline.build.revision = Revision(
      commit: "abc", branch: nil, committedAt: Date(timeIntervalSince1970: 1_600_000_000),
      isDirty: true)
    baseline.environment.facts = MachineFacts()
    try BaselineJSON.write(baseline, to: folder["new/folder/main.json"])
    let read = BaselineFolder(folder.file("new/folder"))
    #expect(try read.baseline("main") == baseline)
    #expect(try read.names() == ["main"])
  }

  @Test func `a measurement that JSON can't represent is refused`() {
    let story = Replay.story("list", [.solo: [.cpuTime: [.nan]]])
    #expect(throws: EncodingError.self) { try BaselineJSON.text(Replay.baseline([story])) }
  }

  @Test func `baseline files conform to the published schema, and damaged ones do not`() throws {
    let folder = try ScratchFolder()
    var baseline = Replay.baseline()
    baseline.environment.facts = MachineFacts()
    baseline.build.revision = Revision(
      commit: "abc", branch: "main", committedAt: Date(timeIntervalSince1970: 0), isDirty: false)
    let text = try BaselineJSON.text(baseline)
    let damaged = [
      text.replacing("\"format\" : 1", with: "\"format\" : 2"),
      text.replacing("\"counted\"", with: "\"duet\""),
      text.replacing("[38.25, 14.5]", with: "[]"), text.replacing("38.25", with: "-1"),
      text.replacing("\"steps\"", with: "\"step\""),
    ]
    let check =
      "import json,jsonschema,sys; "
      + "jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])))"
    func status(_ text: String) throws -> Int32? {
      let file = try folder.add("baseline.json", text)
      return try Completion.of(
        [PeerReaders.program("python3"), "-c", check, file.string, Self.schema]).status
    }
    #expect(try status(text) == 0)
    for text in damaged { #expect(try status(text) == 1) }
  }

  @Test func `the schema has the same keys as a baseline file`() throws {
    var baseline = Replay.baseline()
    baseline.environment.facts = MachineFacts()
    baseline.stories[0].peakIsBatched = true
    baseline.stories[0].replay = String(repeating: "0f", count: 32)
    let file = try #require(
      try JSONSerialization.jsonObject(with: Data(BaselineJSON.text(baseline).utf8))
        as? [String: Any])
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: Self.schema)))
        as? [String: Any])
    #expect(Set(file.keys) == Set(try #require(schema["required"] as? [String])))
    let levels = try #require(schema["$defs"] as? [String: [String: Any]])
    func keys(_ level: String) -> Set<String> {
      Set((levels[level]?["properties"] as? [String: Any] ?? [:]).keys)
    }
    let story = try #require((file["stories"] as? [[String: Any]])?.first)
    #expect(Set(story.keys) == keys("story"))
    let machine = try #require(file["environment"] as? [String: Any])
    #expect(Set(machine.keys) == keys("environment"))
  }
}
