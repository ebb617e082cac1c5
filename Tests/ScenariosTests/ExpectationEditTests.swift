import DriverProtocol
import Scenarios
import Testing

/// Outcomes that are written into the text of a scenario, of which all else stays to the letter.
struct ExpectationEditTests {
  private static let three = Scenarios.Expectation.outcome(
    facts: ["count": .integer(3), "all": .bool(true)], digest: "0042")
  private static let recorded = #"expect: { count: 3, all: true, digest: "0042" }"#

  /// The text of a file whose steps are these lines, after its first step was given an outcome.
  private func edited(
    _ steps: String, _ expectation: Scenarios.Expectation = three, step index: Int = 0
  ) throws -> String {
    var edit = try ExpectationEdit(Samples.steps(steps), file: "f")
    let isSet = edit.set(expectation, of: StepReference(story: "list", index: index))
    try #require(isSet, "\(edit.text)")
    let text = edit.text
    let found = try ScenarioParser.parse(text, file: "f", allowingUnrecorded: true)
    #expect(found == edit.scenario)
    #expect(found.stories[0].steps[index].expectation == expectation)
    return text
  }

  @Test(arguments: [
    ("- list: {}", "- list: {}\n  \(recorded)"),
    (
      "- list: {}\n  repeat: 2 # twice\n# end",
      "- list: {}\n  repeat: 2 # twice\n  \(recorded)\n# end"
    ),
    ("- { list: {} }", "- { list: {}, \(recorded) }"),
    (
      "- { list: { a: \"}\" }, repeat: 2, } # }",
      "- { list: { a: \"}\" }, repeat: 2, \(recorded) } # }"
    ),
    ("- {\n    list: { a: it's } # {\n  }", "- {\n    list: { a: it's }, \(recorded) # {\n  }"),
    ("- list:\n    a: 1\n    b: 'x '' }'", "- list:\n    a: 1\n    b: 'x '' }'\n  \(recorded)"),
    ("- list: {}\n  expect:", "- list: {}\n  \(recorded)"),
    ("- list: {}\n  expect: {}", "- list: {}\n  \(recorded)"),
    ("- list: {}\n  expect: record # later", "- list: {}\n  \(recorded) # later"),
    ("- { expect: record, list: {} }", "- { \(recorded), list: {} }"),
    (
      "- list: {}\n- lend: {}\n  expect: { count: 1 }",
      "- list: {}\n  \(recorded)\n- lend: {}\n  expect: { count: 1 }"
    ),
  ])
  func `an outcome is added to a step that has none`(_ steps: String, _ expected: String) throws {
    #expect(try edited(steps) == Samples.steps(expected))
  }

  @Test(arguments: [
    ("{ count: 95 }", #"{ count: 3, all: true, digest: "0042" }"#),
    ("{ digest: \"aa\", count: 95 } # why", #"{ digest: "0042", count: 3, all: true } # why"#),
    ("{ total: 5, count: 3 }", #"{ count: 3, all: true, digest: "0042" }"#),
    ("{ all: no, count: 0x5, digest: 'b' }", #"{ all: true, count: 3, digest: "0042" }"#),
    (
      "\n    count: 95 # all of them\n    # a note",
      "\n    count: 3 # all of them\n    all: true\n    digest: \"0042\"\n    # a note"
    ),
    (
      "\n    # a note\n    total: 95\n    count: 1",
      "\n    # a note\n    count: 3\n    all: true\n    digest: \"0042\""
    ),
  ])
  func `an expected outcome is replaced in place`(
    _ old: String, _ new: String
  ) throws {
    let steps: (String) -> String = { "- list: {}\n  expect: \($0)\n  repeat: 2" }
    #expect(try edited(steps(old)) == Samples.steps(steps(new)))
  }

  @Test func `line breaks, a byte order mark and a missing final line feed stay`() throws {
    let text = "\u{FEFF}" + Samples.steps("- list: {}").replacing("\n", with: "\r\n")
    var edit = try ExpectationEdit(text, file: "f")
    let isSet = edit.set(Self.three, of: StepReference(story: "list", index: 0))
    #expect(isSet)
    #expect(edit.text == text + "\r\n        " + Self.recorded)
    var ended = try ExpectationEdit(text + "\r\n", file: "f")
    let isEndSet = ended.set(Self.three, of: StepReference(story: "list", index: 0))
    #expect(isEndSet)
    #expect(ended.text == text + "\r\n        " + Self.recorded + "\r\n")
  }

  @Test func `recorded replies read back unchanged`() throws {
    let texts = [
      "no", "null", "1", "1:30", "0x1F", "a b", "it's", "\"", "\\", "line\nfeed\ttab", "", "~", "é",
      "\u{1B}[31m", "\u{2028}", "- x", "#", "a: b", "*x", "&x", "!x", "%", "@", "日本", "true.",
      "2015-01-01", "inf", ".5",
    ]
    var facts = Dictionary(
      uniqueKeysWithValues: texts.enumerated().map { ("t\($0)", Scalar.text($1)) })
    for (index, value) in [0.1, -1e-9, 1e300, .leastNonzeroMagnitude, 1234.5678, 0.1 + 0.2]
      .enumerated()
    {
      facts["n\(index)"] = .number(value)
    }
    facts["i"] = .integer(.min)
    facts["no"] = .bool(false)
    facts["a key: with signs"] = .integer(.max)
    _ = try edited("- list: {}", .outcome(facts: facts, digest: "1e5"))
    _ = try edited("- { list: {}, expect: { t1: old } }", .outcome(facts: facts, digest: nil))
    _ = try edited("- list: {}", .refusal(code: "off"))
  }

  @Test func `recording an outcome that is already expected changes nothing`() throws {
    let steps =
      #"- list: {} # { expect: {} }"# + "\n  expect: {digest: '0042',   count: 3, all: on}"
    #expect(try edited(steps) == Samples.steps(steps))
  }

  @Test(arguments: [
    // The other step would change with it.
    "- &one { list: {} }\n- *one",
    "- list: {}\n  expect: &one { count: 1 }\n- lend: {}\n  expect: *one",
    // More indented than what follows.
    "- list: { a: 1,\n b: 2 }",
    "- list: {}\n  expect: { text: >\n      folded\n    }",
    "- ? list\n  : {}",
  ])
  func `a step in a difficult layout is either edited correctly or left as it is`(_ steps: String)
    throws
  {
    let text = Samples.steps(steps)
    guard var edit = try? ExpectationEdit(text, file: "f") else { return }
    let before = edit.scenario
    let isSet = edit.set(Self.three, of: StepReference(story: "list", index: 0))
    #expect(isSet ? edit.scenario.stories[0].steps[0].expectation == Self.three : edit.text == text)
    #expect(edit.scenario.stories[0].steps.dropFirst() == before.stories[0].steps.dropFirst())
  }

  @Test func `a step that shares its text with another is not edited`() throws {
    var edit = try ExpectationEdit(Samples.steps("- &one { list: {} }\n- *one"), file: "f")
    let isShared = edit.set(Self.three, of: StepReference(story: "list", index: 0))
    let isUnknown = edit.set(Self.three, of: StepReference(story: "list", index: 7))
    #expect(!isShared && !isUnknown)
  }

  @Test func `a file with missing outcomes is a valid scenario only when recording`() {
    let text = Samples.steps("- list: {}\n  expect: record")
    #expect(throws: Never.self) {
      try ScenarioParser.parse(text, file: "f", allowingUnrecorded: true)
    }
    #expect(Samples.mistakes(in: text) == "f:7:17: 'expect' is 'record'; allowed: a mapping.")
    #expect(ScenarioPlaces(of: text)?.steps[StepReference(story: "list", index: 0)]?.line == 6)
  }
}
