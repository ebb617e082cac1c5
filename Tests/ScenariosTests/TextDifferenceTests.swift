import Scenarios
import Testing

/// The first difference of two texts, as a reader needs it.
struct TextDifferenceTests {
  @Test(arguments: [
    ("a\nb\nc\n", "a\nb\nd\n", "line 3: 'c' instead of 'd'"),
    ("a\n", "a\nb\n", "line 2: none instead of 'b'"),
    ("a\nb\n", "a\n", "line 2: 'b' instead of none"),
    ("", "a", "line 1: none instead of 'a'"),
    ("a", "a\n", "the line feed at the end"),
    ("a\n\nb", "a\nb", "line 2: '' instead of 'b'"),
    ("a\u{1b}[31m", "a", "line 1: 'a\u{FFFD}[31m' instead of 'a'"),
  ])
  func `the first line that differs is reported with both texts`(
    _ found: String, _ right: String, _ words: String
  ) {
    #expect(TextDifference.words(found, insteadOf: right) == words)
    #expect(TextDifference.words(right, insteadOf: right) == nil)
  }

  @Test func `a long line is shown from just before the difference, and is cut`() throws {
    let start = String(repeating: "x", count: 1000)
    let words = try #require(
      TextDifference.words(start + "1" + start, insteadOf: start + "2" + start))
    let shown = String(repeating: "x", count: 15)
    let rest = String(repeating: "x", count: 44)
    #expect(words == "line 1: '…\(shown)1\(rest)…' instead of '…\(shown)2\(rest)…'")
  }
}
