import Tables
import Testing

struct HTMLTests {
  @Test func `text and attributes can't become markup`() {
    let name = #"<script>alert("1")</script> & 'x'"#
    let piece = HTML("p", ["title": name, "id": nil]) {
      name
      HTML("b") { "<" }
    }
    #expect(
      piece.markup == """
        <p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; 'x'">\
        &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; 'x'<b>&lt;</b></p>
        """)
  }

  @Test func `a bracket before a combining mark is still escaped`() {
    #expect(
      HTML("<\u{338}b>").markup.unicodeScalars.elementsEqual("&lt;\u{338}b&gt;".unicodeScalars))
  }

  @Test func `control characters are shown, and line breaks are kept only if asked for`() {
    #expect(HTML("a\nb\u{1B}\u{202E}").markup == "a b␛\u{FFFD}")
    #expect(HTML(lines: "a\r\n<b>\n").markup == "a\n&lt;b&gt;\n")
  }

  @Test func `conditions and loops add their pieces in order`() {
    func piece(_ isThere: Bool) -> String {
      HTML("ul") {
        if isThere { HTML("li") { "first" } }
        for number in 1...2 { HTML("li") { "\(number)" } }
        HTML(empty: "hr", ["class": "x"])
      }.markup
    }
    #expect(piece(true) == #"<ul><li>first</li><li>1</li><li>2</li><hr class="x"></ul>"#)
    #expect(piece(false) == #"<ul><li>1</li><li>2</li><hr class="x"></ul>"#)
  }
}
