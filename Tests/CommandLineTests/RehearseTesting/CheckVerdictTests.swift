import Testing

@testable import RehearseTesting

struct CheckVerdictTests {
  private static func result(
    _ status: String, _ summary: String, warnings: String = "", outcome: String? = nil,
    judgement: String = "", number: Int = 7
  ) -> String {
    """
    {"status": "\(status)", "summary": "\(summary)", "warnings": [\(warnings)],
     "judgement": {"outcome": "\(outcome ?? status)", "gated": []\(judgement)},
     "experiment": {"number": \(number), "name": "words"}}
    """
  }

  private func verdict(
    _ way: ExecutableEnd.Way, _ results: String..., errors: String = ""
  ) -> CheckVerdict {
    let output = results.isEmpty ? "" : "[\(results.joined(separator: ","))]\n"
    return CheckVerdict(
      ExecutableEnd(way: way, output: output, errors: errors), of: "words.yml")
  }

  @Test func `status 0 with a passed result passes`() {
    let verdict = verdict(
      .exited(0), Self.result("passed", "No regression: all 4 cells unchanged."))
    #expect(verdict.passed && !verdict.isReserved)
    #expect(verdict.text == "words.yml: No regression: all 4 cells unchanged.")
    #expect(verdict.experiments.isEmpty)
  }

  @Test func `an inconclusive result that passes is reserved, and all that was said is reported`() {
    let verdict = verdict(
      .exited(0),
      Self.result("passed", "No regression: 3 of 4 cells unchanged.", outcome: "passed"),
      Self.result(
        "passed", "No regression: 1 of 4 cells inconclusive.", warnings: #""Use more pairs.""#,
        outcome: "inconclusive", number: 8),
      errors: "progress\nnote: --max-time leaves time for 7 pairs.\n")
    #expect(verdict.passed && verdict.isReserved)
    #expect(
      verdict.text == """
        words.yml: No regression: 3 of 4 cells unchanged.
        words.yml: Inconclusive. No regression: 1 of 4 cells inconclusive.
        Use more pairs.
        note: --max-time leaves time for 7 pairs.
        """)
    #expect(verdict.experiments == [8])
  }

  @Test(arguments: [
    (#","newStories":{"names":["count"],"areAll":true,"reason":"it is new"}"#, ""),
    (#","reservations":["The driver changed (driver.py)."]"#, ""),
    ("", #""Layout not checked.""#),
  ])
  func `a pass that compares nothing, or says less than it seems to, is reserved`(
    _ judgement: String, _ warnings: String
  ) {
    let verdict = verdict(
      .exited(0),
      Self.result("passed", "The sentence.", warnings: warnings, judgement: judgement))
    #expect(verdict.passed && verdict.isReserved)
    #expect(verdict.text.hasPrefix("words.yml: The sentence."))
    // There is nothing to look at.
    #expect(verdict.experiments.isEmpty)
  }

  @Test func `a regression is reported with the terminal's sentence, without the passed results`() {
    let sentence = "Regressed: count: CPU time +37.1 % (35.0 to 39.2). 3 of 4 cells unchanged."
    let verdict = verdict(
      .exited(2), Self.result("passed", "No regression: all 4 cells unchanged.", number: 7),
      Self.result("regression", sentence, warnings: #""Layout not checked.""#, number: 8))
    #expect(!verdict.passed)
    #expect(verdict.text == "words.yml: \(sentence)\nLayout not checked.")
    #expect(verdict.experiments == [8])
  }

  @Test(arguments: [
    (3 as Int32, "app-failed", "The app failed: count: 20 of 20 runs failed on 'main'."),
    (1, "tool-failed", "Not measured: count: 20 of 20 runs could not be measured on 'main'."),
    (5, "not-comparable", "Not comparable: no cell is gated."),
    (130, "interrupted", "Interrupted."),
  ])
  func `every other failure is reported with its own summary`(
    _ status: Int32, _ word: String, _ summary: String
  ) {
    let verdict = verdict(.exited(status), Self.result(word, summary))
    #expect(!verdict.passed)
    #expect(verdict.text == "words.yml: \(summary)")
  }

  @Test func `an inconclusive strict check is reported as such`() {
    let verdict = verdict(
      .exited(4), Self.result("inconclusive", "No regression: 1 of 4 cells inconclusive."))
    #expect(!verdict.passed)
    #expect(
      verdict.text
        == "words.yml: Inconclusive, which fails a strict check. No regression: 1 of 4 cells inconclusive."
    )
  }

  @Test(
    arguments: [
      (.exited(1), "Rehearse failed, or its input can't be used (status 1)."),
      (.exited(3), "The app failed, or a revision did not build (status 3)."),
      (.exited(5), "No baseline, or not comparable (status 5)."),
      (.exited(64), "Rehearse was called wrongly (status 64)."),
      (.exited(130), "Interrupted (status 130)."),
      (.exited(77), "Rehearse ended with the status 77, which has no meaning."),
      (.signalled(9), "Rehearse was ended by signal 9."),
    ] as [(ExecutableEnd.Way, String)])
  func `without a result the status is reported with the standard error`(
    _ way: ExecutableEnd.Way, _ words: String
  ) {
    let verdict = verdict(way, errors: "Error: words.yml:3:1: there is no key 'storis'.\n")
    #expect(!verdict.passed)
    #expect(
      verdict.text == "words.yml: \(words)\nError: words.yml:3:1: there is no key 'storis'.")
  }

  @Test(arguments: ["", "[]", "{}", "[{\"status\": \"passed\"}]"])
  func `status 0 without a complete verdict is no pass`(_ output: String) {
    let verdict = CheckVerdict(ExecutableEnd(way: .exited(0), output: output), of: "words.yml")
    #expect(!verdict.passed)
    #expect(verdict.text == "words.yml: the status is 0, but no verdict was printed.")
  }

  @Test func `a result that contradicts its status is no pass`() {
    let passing = verdict(.exited(0), Self.result("regression", "Regressed: count."))
    #expect(!passing.passed)
    #expect(
      passing.text
        == "words.yml: the status is 0, but the result is 'regression': Regressed: count.")
    let failing = verdict(.exited(2), Self.result("passed", "No regression."), errors: "odd\n")
    #expect(!failing.passed)
    #expect(failing.text == "words.yml: A regression (status 2).\nodd")
    let worse = verdict(.signalled(11), Self.result("regression", "Regressed: count."))
    #expect(
      worse.text == "words.yml: Regressed: count.\nRehearse was ended by signal 11.")
  }

  @Test func `a page is reported with its path, and a missing page with the reason`() {
    var verdict = verdict(.exited(2), Self.result("regression", "Regressed: count."))
    verdict.add(
      page: ExecutableEnd(
        way: .exited(0), output: #"{"report": "Results/words-7/report.html"}"#),
      of: 7, in: "/home/me/words")
    #expect(verdict.pages == ["/home/me/words/Results/words-7/report.html"])
    verdict.add(
      page: ExecutableEnd(way: .exited(1), errors: "Error: 'gnuplot' not found in PATH."), of: 8,
      in: "/home/me/words")
    #expect(
      verdict.text
        == "words.yml: Regressed: count.\nExperiment 8 has no page. Rehearse failed, or its input "
        + "can't be used (status 1).\nError: 'gnuplot' not found in PATH.")
  }
}
