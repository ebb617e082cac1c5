import Testing

@testable import Charts

struct TextEditTests {
  @Test func `every match is edited, by the first edit that matches there`() {
    let edits = TextEdits([("id='x_", "id='x-"), ("id='", "id='x-"), ("ß", "ss")])
    #expect(
      edits.applied(to: "<g id='x_1' id='y' grid='ß'>id=")
        == "<g id='x-1' id='x-y' grid='x-ss'>id=")
  }

  @Test func `replaced text is not edited again`() {
    #expect(TextEdits([("a", "aa"), ("aa", "b")]).applied(to: "aa") == "aaaa")
  }

  @Test func `a partial match at the end of the text is left unchanged`() {
    #expect(TextEdits([("abc", "-")]).applied(to: "abcab") == "-ab")
    #expect(TextEdits([("abc", "-")]).applied(to: "") == "")
  }
}
