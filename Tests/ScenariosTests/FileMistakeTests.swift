import Scenarios
import Testing

struct FileMistakeTests {
  private static let rest = "\(Samples.builds)\n\(Samples.stories)"

  @Test(arguments: ["", "\n\n", "# only a remark\n"])
  func `an empty file is reported as empty`(_ text: String) {
    #expect(Samples.mistakes(in: text) == "f:1:1: the file is empty.")
  }

  @Test(arguments: [
    ("---\n", "nothing"), ("[a]", "a list"), ("hello", "'hello'"), ("~", "'~'"),
  ])
  func `a file that is not a mapping is refused`(_ text: String, _ kind: String) {
    let place = text == "---\n" ? "2:1" : "1:1"
    #expect(
      Samples.mistakes(in: text) == """
        f:\(place): the scenario is \(kind); allowed: a mapping with scenario, title, driver, \
        builds, fixture, files, stories, runs, layouts, time-limit, arrangement, published, gates, services, home, http, package.
        """)
  }

  @Test(arguments: [
    (
      "a: [",
      "f:2:1: this is not YAML: while parsing a flow node, did not find expected node content."
    ),
    (
      "scenario: s\n\tbuilds: {}",
      """
      f:2:1: this is not YAML: while scanning a plain scalar, found a tab character that violates \
      indentation.
      """
    ),
    ("a: b: c", "f:1:5: this is not YAML: mapping values are not allowed in this context."),
    (
      "a: \"b",
      "f:1:6: this is not YAML: while scanning a quoted scalar, found unexpected end of stream."
    ),
    ("a: *b", "f:1:4: this is not YAML: found undefined alias."),
    ("a: &b [*b]", "f:1:8: this is not YAML: found undefined alias."),
    ("grün: a\nb: \u{1}", "f:2:4: this is not YAML: control characters are not allowed."),
    ("a: 1\na: 2", "f:1:1: the key 'a' appears twice."),
    (
      "a: 1\n---\nb: 2",
      """
      f:2:1: this is not YAML: expected a single document in the stream, but found another document.
      """
    ),
  ])
  func `text that is not YAML is reported with its place`(_ text: String, _ mistake: String) {
    #expect(Samples.mistakes(in: text) == mistake)
  }

  @Test(arguments: [
    (
      "scenaro: s",
      """
      f:1:1: unknown key 'scenaro' in the scenario; allowed: scenario, title, driver, builds, \
      fixture, files, stories, runs, layouts, time-limit, arrangement, published, gates, services, home, http, package. Did you mean 'scenario'?
      f:1:1: the scenario has no 'scenario'; allowed: a name for the scenario.
      """
    ),
    ("scenario: [s]", "f:1:11: 'scenario' is a list; allowed: text."),
    ("scenario: ~", "f:1:11: 'scenario' is '~'; allowed: text."),
    (
      "scenario: a/b",
      """
      f:1:11: 'scenario' is 'a/b', which holds '/'; allowed: letters, digits, '-', '_' and '.', \
      64 at most, a letter or digit first.
      """
    ),
    ("scenario: s\ntitle:", "f:2:7: 'title' is nothing; allowed: text."),
    ("scenario: s\nfixture: 5", "f:2:10: 'fixture' is '5'; allowed: a mapping."),
    (
      "scenario: s\nfixture: { n: .nan }",
      "f:2:15: 'n' is '.nan'; allowed: a finite number."
    ),
    ("scenario: s\nruns: 0", "f:2:7: 'runs' is '0'; allowed: a whole number from 1 to 10000."),
    (
      "scenario: s\nlayouts: 0",
      "f:2:10: 'layouts' is '0'; allowed: a whole number from 1 to 1000."
    ),
    (
      "scenario: s\nlayouts: some",
      "f:2:10: 'layouts' is 'some'; allowed: a whole number from 1 to 1000."
    ),
    (
      "scenario: s\ntime-limit: [1]",
      "f:2:13: 'time-limit' is a list; allowed: text."
    ),
    (
      "scenario: s\n\"größe\": 1",
      """
      f:2:1: unknown key 'größe' in the scenario; allowed: scenario, title, driver, builds, \
      fixture, files, stories, runs, layouts, time-limit, arrangement, published, gates, services, home, http, package.
      """
    ),
  ])
  func `missing, unknown and invalid keys of the file are reported`(
    _ head: String, _ mistakes: String
  ) {
    #expect(Samples.mistakes(in: head + "\n" + Self.rest) == mistakes)
  }

  @Test func `columns count Unicode scalars, not bytes`() {
    #expect(
      Samples.mistakes(in: "{ scenario: größe, runs: 0, builds: {}, stories: {} }") == """
        f:1:26: 'runs' is '0'; allowed: a whole number from 1 to 10000.
        f:1:37: there are no builds; allowed: one or more.
        f:1:50: there are no stories; allowed: one or more.
        """)
  }

  @Test func `a file without name, builds and stories is reported to lack all three`() {
    #expect(
      Samples.mistakes(in: "runs: 3\ndriver: { produce: p }") == """
        f:1:1: the scenario has no 'scenario'; allowed: a name for the scenario.
        f:1:1: the scenario has no 'builds'; allowed: at least one build.
        f:1:1: the scenario has no 'stories'; allowed: at least one story.
        f:2:9: 'driver' has no 'product'; allowed: the executable product that is the driver.
        f:2:11: unknown key 'produce' in 'driver'; allowed: package, product. Did you mean 'product'?
        """)
  }

  @Test func `all mistakes are reported at once, in the order of the file`() {
    let text = """
      title: ""
      scenario: "a b"
      stories:
        list:
          after: [lst]
          steps:
            - list: {}
              repeat: 0
      builds:
        one: { configuration: fast }
      """
    #expect(
      Samples.mistakes(in: text) == """
        f:1:8: 'title' is nothing; allowed: text.
        f:2:11: 'scenario' is 'a b', which holds ' '; allowed: letters, digits, '-', '_' and '.', \
        64 at most, a letter or digit first.
        f:5:13: there is no story 'lst'; allowed: list. Did you mean 'list'?
        f:7:9: a step has no 'expect': add what it has to lead to, such as { count: 3 } or \
        { error: already-lent }, or let 'rehearse record' write it.
        f:8:17: 'repeat' is '0'; allowed: a whole number from 1 to 1000000000.
        f:10:8: 'one' has no 'command', and the scenario no 'driver' to build; allowed: either of \
        them.
        f:10:25: 'configuration' is 'fast'; allowed: debug, release.
        """)
  }

  @Test func `a problem carries its file, place, text and suggestion`() throws {
    let error = try #require(throws: InvalidScenario.self) {
      try ScenarioParser.parse("scenario: s\nrun: 1\n" + Self.rest, file: "dir/s.yml")
    }
    let problem = try #require(error.problems.first)
    #expect(error.file == "dir/s.yml")
    #expect(error.problems.count == 1)
    #expect(problem.place.line == 2)
    #expect(problem.place.column == 1)
    #expect(problem.found == "unknown key 'run' in the scenario")
    #expect(problem.suggestion == "runs")
  }
}
