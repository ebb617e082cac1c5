import Testing

@testable import Charts

struct TextEditTests {
  @Test func `all places are edited, by the first of the edits that match there`() {
    let edits = TextEdits([("id='x_", "id='x-"), ("id='", "id='x-"), ("ß", "ss")])
    #expect(
      edits.applied(to: "<g id='x_1' id='y' grid='ß'>id=")
        == "<g id='x-1' id='x-y' grid='x-ss'>id=")
  }

  @Test func `what was put in is not edited again`() {
    #expect(TextEdits([("a", "aa"), ("aa", "b")]).applied(to: "aa") == "aaaa")
  }

  @Test func `a text that ends within an old one stays`() {
    #expect(TextEdits([("abc", "-")]).applied(to: "abcab") == "-ab")
    #expect(TextEdits([("abc", "-")]).applied(to: "") == "")
  }
}
