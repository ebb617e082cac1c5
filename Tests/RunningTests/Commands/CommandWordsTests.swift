import Foundation
import Recording
import Running
import Scenarios
import TestSupport
import Testing

@Suite struct CommandWordsTests {
  /// Texts with every kind of quoting.
  static let texts = [
    "true", "  sleep \t 1\n", "a 'b c' d", "a'b c'd", "''", "\"\" x", "\"a \\\" b\"",
    "\"a\\\\b\"", "\"a\\nb\"", "\"it's\"", "'say \"x\"'", "a\\ b", "\\'", "a\\\\b", "$HOME * ~ `x`",
    "ä'ö ü'", "a|b > c", "x=\"1 2\"y", "'a\nb'",
  ]

  @Test func `a command line is split as Python's shlex splits it`() throws {
    try requirePython()
    let input = String(decoding: try JSONEncoder().encode(Self.texts), as: UTF8.self)
    let script =
      "import json, shlex, sys; print(json.dumps([shlex.split(t) for t in json.loads(sys.argv[1])]))"
    let reference = try Completion.of(["/usr/bin/env", "python3", "-c", script, input])
    let expected = try JSONDecoder().decode([[String]].self, from: Data(reference.output.utf8))
    #expect(expected.count == Self.texts.count)
    for (text, words) in zip(Self.texts, expected) {
      #expect(try CommandWords(text).words == words, "\(text)")
    }
  }

  @Test(arguments: [
    ("", CommandWordsError.empty, "it is empty"),
    (" \t\n", .empty, "it is empty"),
    (
      "a 'b", .unbalanced(quote: "'", position: 3), "the quote ' at character 3 is not closed"
    ),
    (
      "\"x", .unbalanced(quote: "\"", position: 1), "the quote \" at character 1 is not closed"
    ),
    (
      "'' \"a\\\"", .unbalanced(quote: "\"", position: 4),
      "the quote \" at character 4 is not closed"
    ),
    (
      "ä\\", .nothingAfterBackslash(position: 2), "nothing follows the backslash at character 2"
    ),
  ])
  func `text that is not a command is refused with the position`(
    _ text: String, _ error: CommandWordsError, _ words: String
  ) {
    #expect(throws: error) { try CommandWords(text) }
    #expect(error.description == words)
  }

  @Test func `signs of the shell are reported if they stand alone and unquoted`() throws {
    #expect(try CommandWords("ls | wc > out").shellSigns == ["|", ">"])
    #expect(try CommandWords("grep '|' a\\;b x|y").shellSigns == [])
  }

  @Test func `quoted words are split into the same words again, also by a shell`() throws {
    let words = ["/bin/x", "", "a b", "it's", "\"", "$HOME", "a\\b", "*", "ä", "-n=1", "a\nb"]
    let text = ShellWords.line(words)
    #expect(try CommandWords(text).words == words)
    let shell = try Completion.of(["/bin/sh", "-c", "printf '%s.' \(text)"])
    #expect(shell.output == words.map { "\($0)." }.joined())
    #expect(ShellWords.line(["sleep", "0.1"]) == "sleep 0.1")
  }

  @Test func `equal commands get different names`() {
    let commands = ["a", "b", "a", "a"].map { MeasuredCommand(name: $0, words: [$0]) }
    let named = MeasuredCommand.named(commands)
    #expect(named.map(\.name) == ["a", "b", "a (2)", "a (3)"])
    #expect(named.map(\.words) == commands.map(\.words))
  }
}
