import DriverProtocol
import Testing

@testable import rehearse

/// What agents read of a call that has ended.
struct ToolAnswerTests {
  private func answer(
    _ tool: AgentTool, _ status: Int32?, _ output: String = "", _ messages: [String] = []
  ) -> JSONValue {
    ToolAnswer(tool, CallEnd(status: status, output: output, messages: messages)).result
  }

  /// The text for people.
  private func text(_ answer: JSONValue) -> JSONValue? {
    if case .list(let content)? = answer["content"] { content.first?["text"] } else { nil }
  }

  @Test func `an answer has a text for people, an object, and the object as text`() throws {
    let output = #"{"verdict": "accepted", "reason": "list: CPU time -4.8 %.", "level": 0.0021}"#
    let bytes = try answer(.judge, 0, output, ["note: Noisy."]).bytes
    let object =
      #"{"exitStatus":0,"meaning":"Accepted: an improvement is shown, and nothing is worse or open.","#
      + #""messages":["note: Noisy."],"#
      + #""result":{"level":0.0021,"reason":"list: CPU time -4.8 %.","verdict":"accepted"},"tool":"judge"}"#
    let quoted = object.replacing("\"", with: "\\\"")
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"content":[{"text":"Accepted: an improvement is shown, and nothing is worse or open.\n"#
        + #"list: CPU time -4.8 %.","type":"text"},{"text":"\#(quoted)","type":"text"}],"#
        + #""isError":false,"structuredContent":\#(object)}"#)
  }

  @Test(
    arguments: [
      (AgentTool.check, 0, "No gate is shown to be broken."),
      (.check, 2, "A regression: a gated value is shown to be worse."),
      (.check, 4, "Undecided: a gated value is shown to be neither worse nor the same."),
      (.judge, 2, "Rejected: a gated value is shown to be worse."),
      (.judge, 4, "Undecided: no improvement is shown, or another value is open."),
      (.judge, 5, "Refused: it can't be compared, or less work was done."),
      (.explain, 5, "Nothing is explained: no change is shown, or too little was measured."),
      (.show, 0, "This is what is stored, whatever its outcome."),
    ] as [(AgentTool, Int32, String)])
  func `a finding is no error, whichever it is`(
    _ tool: AgentTool, _ status: Int32, _ meaning: String
  ) {
    let answer = answer(tool, status, "[]")
    #expect(answer["isError"] == false)
    #expect(answer["structuredContent"]?["meaning"] == .text(meaning))
    #expect(answer["structuredContent"]?["exitStatus"] == .integer(Int(status)))
  }

  @Test(
    arguments: [
      (1, "Rehearse failed, so nothing is decided."),
      (64, "The arguments are wrong, so nothing was done."),
      (130, "The call was interrupted, so nothing is decided."),
      (7, "Rehearse ended with the unknown status 7, so nothing is decided."),
      (nil, "Rehearse did not end by itself, so nothing is decided."),
      // These statuses always come with a document.
      (0, "Rehearse printed no result, so nothing is decided."),
      (2, "Rehearse printed no result, so nothing is decided."),
    ] as [(Int32?, String)])
  func `a failure of Rehearse is an error with its reason`(_ status: Int32?, _ meaning: String) {
    let answer = answer(.check, status, "", ["Error: No disk."])
    #expect(answer["isError"] == true)
    #expect(text(answer) == .text("\(meaning)\nError: No disk."))
    #expect(answer["structuredContent"]?["result"] == nil)
  }

  @Test(
    arguments: [
      (3, "A run crashed, hung or led to a wrong outcome, or a revision did not build."),
      (5, "There is nothing that could be compared, so nothing is decided."),
    ] as [(Int32, String)])
  func `findings before a measurement have their reasons in messages`(
    _ status: Int32, _ meaning: String
  ) {
    let answer = answer(.check, status, "", ["Error: No baseline."])
    #expect(answer["isError"] == false)
    #expect(text(answer) == .text("\(meaning)\nError: No baseline."))
  }

  @Test func `a comparison is shortened to all but what did not change, and says so`() {
    let answer = answer(
      .check, 2,
      """
      [{"summary": "One regressed.", "warnings": ["Short."], "status": "regression",
        "judgement": {"gated": [{"verdict": "unchanged"}],
          "others": [{"verdict": "unchanged"}, {"verdict": "regressed"}, {"verdict": "missing"},
            {"verdict": "inconclusive"}, {"verdict": "proven"}, {"verdict": "unmeasured"},
            {"verdict": "unproven"}]},
        "experiment": {"number": 3, "cells": [1], "failures": []}}]
      """)
    let object = answer["structuredContent"]
    #expect(
      object?["result"] == [
        [
          "summary": "One regressed.", "warnings": ["Short."], "status": "regression",
          "judgement": [
            "gated": [["verdict": "unchanged"]],
            "others": [
              ["verdict": "regressed"], ["verdict": "missing"], ["verdict": "inconclusive"],
              ["verdict": "unmeasured"], ["verdict": "unproven"],
            ],
          ],
          "experiment": ["number": 3, "failures": []],
        ]
      ])
    #expect(
      text(answer)
        == "A regression: a gated value is shown to be worse.\nOne regressed.\nShort.")
    #expect(object?["omitted"] != nil)
    #expect(self.answer(.show, 0, "{}")["structuredContent"]?["omitted"] == nil)
  }
}
