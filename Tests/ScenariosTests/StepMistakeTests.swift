import Testing

struct StepMistakeTests {
  @Test(arguments: [
    (
      "- list: {}\n  lend: {}\n  expect: { count: 1 }",
      "f:7:9: a second verb 'lend' after 'list'; allowed: expect, repeat, items, time-limit."
    ),
    (
      "- list: {}\n  expekt: { count: 1 }",
      """
      f:6:9: a step has no 'expect': add what it has to lead to, such as { count: 3 } or \
      { error: already-lent }, or let 'rehearse record' write it.
      f:7:9: a second verb 'expekt' after 'list'; allowed: expect, repeat, items, time-limit. \
      Did you mean 'expect'?
      """
    ),
    (
      "- repeat: 3\n  expect: { count: 1 }",
      "f:6:9: the step has no verb; allowed: one verb, and expect, repeat, items, time-limit."
    ),
    (
      "- repeat: 0\n  expect: {}",
      """
      f:6:9: the step has no verb; allowed: one verb, and expect, repeat, items, time-limit.
      f:6:17: 'repeat' is '0'; allowed: a whole number from 1 to 1000000000.
      f:7:17: nothing is expected; allowed: a count, a digest, an error or another fact.
      """
    ),
    (
      "- list: {}",
      """
      f:6:9: a step has no 'expect': add what it has to lead to, such as { count: 3 } or \
      { error: already-lent }, or let 'rehearse record' write it.
      """
    ),
    ("- list", "f:6:9: a step is 'list'; allowed: a mapping."),
    ("- [list]", "f:6:9: a step is a list; allowed: a mapping."),
    ("-", "f:6:8: a step is nothing; allowed: a mapping."),
    (
      "- list:\n  expect: { count: 1 }",
      "f:6:14: 'list' is nothing; allowed: a mapping."
    ),
    (
      "- list: { filter: [all, [mine]] }\n  expect: { count: 1 }",
      "f:6:31: an element of 'filter' is a list; allowed: text, a number, true or false."
    ),
    (
      "- list: { filter: ~ }\n  expect: { count: 1 }",
      "f:6:25: 'filter' is '~'; allowed: text, a number, true or false, or a list of these."
    ),
    (
      "- list: { [a]: 1 }\n  expect: { count: 1 }",
      "f:6:17: a key of 'list' is not a name; allowed: a name."
    ),
    (
      "- <<: { a: 1 }\n  list: {}\n  expect: { count: 1 }",
      "f:7:9: a second verb 'list' after '<<'; allowed: expect, repeat, items, time-limit."
    ),
  ])
  func `mistakes in a step's verb and arguments are reported`(
    _ steps: String, _ mistakes: String
  ) {
    #expect(Samples.mistakes(in: Samples.steps(steps)) == mistakes)
  }

  @Test(arguments: [
    ("{}", "nothing is expected; allowed: a count, a digest, an error or another fact."),
    ("", "'expect' is nothing; allowed: a mapping."),
    ("5", "'expect' is '5'; allowed: a mapping."),
    (
      "{ error: e, count: 1 }",
      "'error' beside other facts: a refusal has none; allowed: the error alone."
    ),
    (
      "{ error: e, digest: 00 }",
      "'error' beside other facts: a refusal has none; allowed: the error alone."
    ),
  ])
  func `an expectation that is neither facts nor a refusal is refused`(
    _ expect: String, _ mistake: String
  ) {
    let text = Samples.steps("- list: {}\n  expect: \(expect)")
    #expect(Samples.mistakes(in: text) == "f:7:\(expect.isEmpty ? 16 : 17): \(mistake)")
  }

  @Test(arguments: [
    (
      "{ count: ~ }",
      "f:7:26: 'count' is '~'; allowed: text, a number, true or false, or a list of these."
    ),
    ("{ count: .inf }", "f:7:26: 'count' is '.inf'; allowed: a finite number."),
    ("{ digest: [1] }", "f:7:27: 'digest' is a list; allowed: text."),
    ("{ digest: null }", "f:7:27: 'digest' is 'null'; allowed: text."),
    ("{ error: \"\" }", "f:7:26: 'error' is nothing; allowed: text."),
  ])
  func `an expected value must be a scalar`(_ expect: String, _ mistake: String) {
    #expect(Samples.mistakes(in: Samples.steps("- list: {}\n  expect: \(expect)")) == mistake)
  }

  @Test(
    arguments: ["repeat", "items"],
    ["0", "-1", "1.5", "1e3", "many", "\"5\"", "true", "1000000000001", "99999999999999999999"])
  func `a count that is not whole, or out of range, is refused`(_ key: String, _ written: String) {
    let text = Samples.steps("- list: {}\n  \(key): \(written)\n  expect: { count: 1 }")
    let found = written.filter { $0 != "\"" }
    let most = key == "repeat" ? "1000000000" : "1000000000000"
    #expect(
      Samples.mistakes(in: text)
        == "f:7:\(11 + key.count): '\(key)' is '\(found)'; allowed: a whole number from 1 to \(most)."
    )
  }

  @Test(arguments: [
    "30", "s", "0 s", "-1 s", "5 hours", "1 0 s", "nan s", "inf s", "1e30 s", "0.0000001 ms",
    "30 S",
    "1,5 s",
  ])
  func `a time limit without a number, without a unit, or not above zero is refused`(
    _ written: String
  ) {
    let text = Samples.steps("- list: {}\n  time-limit: \(written)\n  expect: { count: 1 }")
    #expect(
      Samples.mistakes(in: text)
        == "f:7:21: 'time-limit' is '\(written)'; allowed: a number with ms, s or min, such as 30 s."
    )
  }
}
