import Exporting
import Importing
import Recording
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

  /// What is said of a file, without its name.
  private func problem(_ text: String) throws -> String {
    try scratch.add("b/bad.json", text)
    do throws(BaselineError) {
      _ = try folder.baseline("bad")
      return ""
    } catch {
      guard case .damaged(let file, let reason) = error else { return error.description }
      #expect(error.description == "The baseline \(file) can't be used: \(reason).")
      return reason
    }
  }

  @Test func `a name that is missing is told with those that are there`() throws {
    #expect(try BaselineFolder(scratch.file("none")).names() == [])
    for name in ["main.json", "release.json", ".hidden.json", "notes.txt"] {
      try scratch.add("b/" + name, text)
    }
    #expect(try folder.names() == ["main", "release"])
    #expect(throws: BaselineError.missing("mian", folder: folder.path, known: ["main", "release"]))
    {
      try folder.baseline("mian")
    }
    #expect(
      BaselineError.missing("mian", folder: "Baselines", known: ["main", "release"]).description
        == "There is no baseline 'mian' in Baselines; there is main, release. Did you mean 'main'? "
        + "'rehearse baseline save mian' saves one.")
    #expect(
      BaselineError.missing("x", folder: "Baselines", known: []).description
        == "There is no baseline 'x' in Baselines; there is none. 'rehearse baseline save x' saves "
        + "one.")
  }

  @Test(arguments: [
    ("", "Unexpected end of file during JSON parse"),
    ("{\n  \"format\": 1,\n  \"load\": NaN\n}", "line 3, column 11: Invalid value"),
    ("{\"format\": 1}}", "line 1, column 14: Invalid value"),
    ("[]", "it is no object, or is null"),
    ("{\"format\": 2}", "format: 2 is not 1, the one that this version reads"),
    ("{\"format\": \"1\"}", "format: it is no number"),
    ("{\"format\": 1}", "the key 'scenario' is missing"),
  ])
  func `a file that is no baseline is told with the place`(
    _ text: String, _ expected: String
  ) throws {
    #expect(try problem(text) == expected)
  }

  @Test(arguments: [
    ("14.5", "-1", "stories[0].figures.solo.peak-cpu: figures are one or more numbers from 0"),
    (
      "[38.25, 14.5]", "[]",
      "stories[0].figures.solo.peak-cpu: figures are one or more numbers from 0"
    ),
    ("[38.25, 14.5]", "[1, \"2\"]", "stories[0].figures.solo.peak-cpu[1]: it is no number"),
    ("14.5", "1e999", "Number 1e999 is not representable in Swift"),
    ("peak-cpu", "peak-cup", "stories[0].figures.solo.peak-cup: there is no such metric"),
    (
      "\"solo\"", "\"duet\"",
      "stories[0].figures.duet: there is no such kind of runs; allowed: solo, fixed-addresses, counted"
    ),
    ("\"steps\"", "\"step\"", "stories[0]: the key 'steps' is missing"),
    (
      "2023-11-14T22:13:20Z", "yesterday",
      "measuredAt: Expected date string to be ISO8601-formatted"
    ),
  ])
  func `a damaged baseline is told with the place`(
    _ old: String, _ new: String, _ expected: String
  ) throws {
    #expect(try problem(text.replacing(old, with: new)) == expected)
  }

  @Test func `a story that is there twice is refused`() throws {
    let twice = Replay.baseline([Replay.story("list"), Replay.story("list")])
    #expect(try problem(BaselineJSON.text(twice)) == "stories: a story is there twice")
  }
}
