import Exporting
import Recording
import Store
import TestSupport
import Testing

struct BaselineFolderTests {
  private let scratch: ScratchFolder
  private let folder: BaselineFolder
  private let text: String

  init() throws {
    scratch = try ScratchFolder()
    folder = BaselineFolder(scratch.file("b"))
    text = try BaselineJSON.text(Replay.baseline())
  }

  /// What is said of a file, after its name.
  private func problem(_ text: String) throws -> String {
    try scratch.add("b/bad.json", text)
    do throws(StoreError) {
      _ = try folder.baseline("bad")
      return ""
    } catch {
      let file = folder.file(of: "bad")
      guard error.description.hasPrefix("\(file):") else { return error.description }
      return String(error.description.dropFirst(file.count + 1))
    }
  }

  @Test func `a missing baseline is reported with the names of those that exist`() throws {
    #expect(try BaselineFolder(scratch.file("none")).names() == [])
    for name in ["main.json", "release.json", ".hidden.json", "notes.txt"] {
      try scratch.add("b/" + name, text)
    }
    #expect(try folder.names() == ["main", "release"])
    #expect(throws: StoreError.noBaseline("mian", folder: folder.path, known: ["main", "release"]))
    {
      try folder.baseline("mian")
    }
    #expect(
      StoreError.noBaseline("mian", folder: "Baselines", known: ["main", "release"]).description
        == "There is no baseline 'mian' in Baselines; known: main, release. Did you mean 'main'? 'rehearse "
        + "baseline save mian' saves one.")
    #expect(
      StoreError.noBaseline("x", folder: "Baselines", known: []).description
        == "There is no baseline 'x' in Baselines; known: none. 'rehearse baseline save x' saves one."
    )
  }

  @Test(arguments: [
    ("", "1:1: Unexpected end of file during JSON parse."),
    ("{\n  \"format\": 1,\n  \"load\": NaN\n}", "3:11: Invalid value."),
    ("{\"format\": 1}}", "1:14: Invalid value."),
    ("[]", "1:1: the file is a list; allowed: an object."),
    ("{\"format\": 2}", "1:12: format: it is 2; allowed: 1, the one that this version reads."),
    ("{\n\"format\": \"1\"}", "2:11: format is '1'; allowed: a number."),
    ("{\"format\": 1}", "1:1: the key 'scenario' is missing."),
  ])
  func `a file that is not a baseline is reported with the place of the mistake`(
    _ text: String, _ expected: String
  ) throws {
    #expect(try problem(text) == expected)
  }

  /// What is put in place of what, where it then stands, and what is said of it.
  @Test(arguments: [
    (
      "14.5", "-1", "[38.25, -1]",
      "stories[0].measurements.solo.peak-cpu: it is not a list of costs; allowed: one or more numbers from "
        + "0."
    ),
    (
      "[38.25, 14.5]", "[]", "[]\n        }",
      "stories[0].measurements.solo.peak-cpu: it is empty; allowed: one or more numbers from 0."
    ),
    (
      "[38.25, 14.5]", "[1, \"2\"]", "\"2\"]",
      "stories[0].measurements.solo.peak-cpu[1] is '2'; allowed: a number."
    ),
    ("14.5", "1e999", "1e999", "the number 1e999 is too large."),
    (
      "peak-cpu", "peak-cup", "[38.25, 14.5]",
      "stories[0].measurements.solo.peak-cup: there is no such metric."
    ),
    (
      "\"solo\"", "\"duet\"", "{\n          \"cpu-time\"",
      "stories[0].measurements.duet: there is no such kind of run; allowed: solo, fixed-addresses, counted, "
        + "allocations."
    ),
    (
      "\"steps\"", "\"step\"", "{\n      \"measurements\"",
      "stories[0]: the key 'steps' is missing."
    ),
    (
      "2023-11-14T22:13:20Z", "yesterday", "\"yesterday\"",
      "measuredAt: it is 'yesterday'; allowed: a time such as 2026-01-31T12:00:00Z."
    ),
  ])
  func `a damaged baseline is reported with the place of the damage`(
    _ old: String, _ new: String, _ there: String, _ expected: String
  ) throws {
    let damaged = text.replacing(old, with: new)
    let before = try #require(damaged.firstRange(of: there)).lowerBound
    let lines = damaged[..<before].split(separator: "\n", omittingEmptySubsequences: false)
    let place = "\(lines.count):\((lines.last?.count ?? 0) + 1): "
    #expect(try problem(damaged) == place + expected)
  }

  @Test func `a baseline that has a story twice is refused`() throws {
    let twice = Replay.baseline([Replay.story("list"), Replay.story("list")])
    #expect(try problem(BaselineJSON.text(twice)).hasSuffix(" stories: a story is there twice."))
  }
}
