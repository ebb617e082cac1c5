import Scenarios
import Testing

/// What makes two replays of a story the same.
struct ReplayTests {
  private static let head = "scenario: s\nbuilds: { a: {} }\n"

  private static let verbs =
    head + """
      driver: { product: app }
      fixture: { files: 100 }
      stories:
        login: { steps: [{ login: { as: [alice, bob] }, expect: { count: 1 } }] }
        list:
          after: [login]
          steps: [{ list: { all: 1 }, repeat: 2, expect: { count: 3, digest: "00" } }]
      """
  private static let commands =
    head + """
      files: [big.log]
      stories:
        list:
          steps:
            - run: [sort, \(String(repeating: "a", count: 100)), last]
              stdin: big.log
              environment: { N: 1 }
              expect: { lines: 3, files: { out: { bytes: 7 } } }
      """
  private static let requests =
    head + """
      services: { server: { command: [server, "${port}"], environment: { A: b } } }
      stories:
        get: { steps: [{ http: GET /, headers: { accept: text }, expect: { status: 200 } }] }
        send: { after: [get], steps: [{ http: POST /, text: short, expect: { status: 201 } }] }
        list: { users: { arrivals: 20/s, for: 5 s, stories: { send: 1 } } }
      """

  private static func replays(_ text: String, _ old: String, _ new: String) throws -> Bool {
    let changed = text.replacing(old, with: new)
    #expect(changed != text, "\(old) is not there")
    return try ScenarioParser.parse(changed, file: "f").replays(
      "list", as: ScenarioParser.parse(text, file: "f"))
  }

  @Test(arguments: [
    (verbs, "files: 100", "files: 1000"), (verbs, "[alice, bob]", "\"alice, bob\""),
    (verbs, "all: 1", "all: \"1\""), (verbs, "repeat: 2", "repeat: 3"),
    (verbs, "count: 3", "count: 30"), (verbs, "\"00\"", "\"01\""), (verbs, "after: [login]", ""),
    (verbs, "count: 3, digest: \"00\"", "error: none"), (commands, "[big.log]", "[small.log]"),
    (commands, "last", "least"), (commands, "stdin: big.log", ""), (commands, "N: 1", "N: 9"),
    (commands, "N: 1", "M: 1"), (commands, "lines: 3", "lines: 4"),
    (commands, "bytes: 7", "lines: 7"), (commands, "out: ", "in: "),
    (commands, "files: [big.log]", "files: [big.log]\nhome: shared"),
    (requests, "accept: text", "accept: json"), (requests, "text: short", "text: longer"),
    (requests, "20/s", "30/s"), (requests, "A: b", "A: c"),
  ])
  func `a change of what is asked for, or expected, makes another replay`(
    _ text: String, _ old: String, _ new: String
  ) throws {
    #expect(try !Self.replays(text, old, new))
  }

  @Test(arguments: [
    ("scenario: s", "scenario: s\ntitle: Another"), ("scenario: s", "scenario: t"),
    ("{ a: {} }", "{ b: {} }"), ("repeat: 2", "repeat: 2, time-limit: 90 s"),
    ("stories:", "runs: 7\nstories:"), ("stories:", "gates: [{ metric: cpu-time }]\nstories:"),
    ("stories:", "arrangement: back-to-back\nstories:"),
    ("stories:", "stories:\n  new: { steps: [{ a: {}, expect: { b: 1 } }] }"),
    ("count: 3, digest", "\"count\": 3, digest"),
  ])
  func `how it is measured and judged, and what else there is, makes no other`(
    _ old: String, _ new: String
  ) throws {
    #expect(try Self.replays(Self.verbs, old, new))
  }

  @Test func `a story that one scenario lacks is not the same`() throws {
    let scenario = try ScenarioParser.parse(Self.verbs, file: "f")
    #expect(!scenario.replays("none", as: scenario))
    #expect(scenario.replay(of: "none") == nil)
  }
}
