import Testing

@testable import Charts

@Suite struct CompactSVGTests {
  private static func short(_ content: String) -> [String] {
    CompactSVG.shortened("<svg>\n<title>t &amp; u</title>\n\(content)\n</svg>", identifier: "c")
      .split(separator: "\n").dropFirst(2).dropLast().map(String.init)
  }

  @Test func `groups that say the same become one, and empty ones go`() {
    let group = #"<g fill="none" stroke-width="2.00">"#
    let lines = Self.short(
      """
      <g id="c-canvas">
      \(group)<path stroke='red' d='M1.00,2.00 L3.00,4.00  '/></g>
      <g id="c-plot_1" >\(group)</g></g>
      \(group)	<circle r='1.50'/></g>
      </g>
      """)
    #expect(
      lines == [
        #"<g fill="none" stroke-width="2">"#, #"<path stroke="red" d="M1,2 3,4"/>"#,
        #"<circle r="1.5"/>"#, "</g>",
      ])
  }

  @Test func `what is inherited is not said again, but what differs is`() {
    let lines = Self.short(
      """
      <g fill="none" stroke="red"><g stroke="red" fill="blue"><circle fill="blue"/></g>
      <circle stroke="none" fill="none" opacity="1"/></g>
      """)
    #expect(
      lines == [
        #"<g fill="none" stroke="red">"#, #"<g fill="blue">"#, "<circle/>", "</g>",
        #"<circle stroke="none" opacity="1"/>"#, "</g>",
      ])
  }

  @Test func `a text stands in no group of its own, and keeps its words`() {
    let lines = Self.short(
      """
      <g stroke="red"><g transform="translate(480.04,33.49)" stroke="none" text-anchor="start" \
      font-size="13.00"><text> &lt;a&gt;  b</text>
      </g><g transform="translate(1.26,2.00) rotate(-90.00)"><text>c</text></g>
      <g transform="translate(5,6)"><text></text></g></g>
      """)
    #expect(
      lines == [
        #"<g stroke="red">"#,
        #"<text x="480" y="33.5" stroke="none" font-size="13"> &lt;a&gt;  b</text>"#,
        #"<text transform="translate(1.3,2) rotate(-90)">c</text>"#, "</g>",
      ])
  }

  @Test func `four equal dots or more are one path, and others stay in their order`() {
    func dot(_ x: Int, _ colour: String = "red") -> String {
      "<use xlink:href='#c-p' transform='translate(\(x).04,2.00) scale(3.50)' color='\(colour)'/>"
    }
    let defined = "<defs><circle id='c-p'/><circle id='c-q'/></defs>"
    let lines = Self.short(defined + (1...4).map { dot($0) }.joined() + dot(5, "blue") + dot(6))
    #expect(
      lines == [
        "<defs>", #"<circle id="c-p"/>"#, "</defs>",
        #"<marker id="c-dots1" overflow="visible" markerUnits="userSpaceOnUse">"#,
        ##"<use xlink:href="#c-p" transform="scale(3.5)" color="red"/>"##, "</marker>",
        #"<path fill="none" marker-start="url(#c-dots1)" marker-mid="url(#c-dots1)" "#
          + #"marker-end="url(#c-dots1)" d="M1,2 2,2 3,2 4,2"/>"#,
        ##"<use xlink:href="#c-p" transform="translate(5,2) scale(3.5)" color="blue"/>"##,
        ##"<use xlink:href="#c-p" transform="translate(6,2) scale(3.5)" color="red"/>"##,
      ])
  }

  @Test func `equal dots in other groups share a definition, but not where they inherit else`() {
    func group(_ colour: String, _ opacity: String) -> String {
      let dot = "<use xlink:href='#c-p' transform='translate(1.00,2.00)' opacity='\(opacity)'/>"
      return "<g fill='\(colour)'>\(String(repeating: dot, count: 4))</g><circle/>"
    }
    let text = Self.short(
      [group("red", "1"), group("red", "1"), group("blue", "1"), group("red", "0.5")].joined()
    ).joined()
    let drawn = text.matches(of: /marker-mid="url\(#c-(dots\d)\)"/).map { String($0.1) }
    #expect(drawn == ["dots1", "dots1", "dots2", "dots3"])
    #expect(text.ranges(of: "<marker ").count == 3)
  }

  @Test func `definitions are left as they are, and those that nothing refers to go`() {
    let lines = Self.short(
      """
      <defs><path id='c-a' stroke-width='0.178' d='M0,-1.333 L1.333,0.667 z'/>
      <use id='c-b' xlink:href='#c-a'/><use id='c-d' xlink:href='#c-e'/><path id='c-e'/></defs>
      <path fill = 'url(#c-b)' d='M0.00,0.00 C1,2 3,4 5,6'/>
      """)
    #expect(
      lines == [
        "<defs>", #"<path id="c-a" stroke-width="0.178" d="M0,-1.333 L1.333,0.667 z"/>"#,
        ##"<use id="c-b" xlink:href="#c-a"/>"##, "</defs>",
        #"<path fill="url(#c-b)" d="M0.00,0.00 C1,2 3,4 5,6"/>"#,
      ])
  }

  @Test(arguments: ["<svg>", "<svg><g></svg>", "<svg><g x=1/></svg>", "no drawing", "<svg"])
  func `what is no tree of elements stays`(_ text: String) {
    #expect(CompactSVG.shortened(text, identifier: "c") == text)
  }

  @Test(arguments: [
    ("M84.00,236.43 L868.02,236.43  ", "M84,236.4H868"),
    ("M1.00,1.00 L1.00,5.00 L2.00,6.00 L3.00,4.00 ", "M1,1V5L2,6 3,4"),
    // Where nothing is drawn from, and lines of no length.
    ("M1,1 M2,2 L3,3 M4,4 M5,5 ", "M2,2 3,3"), ("M1,1 L1.01,1.04 L9,8", "M1,1h0L9,8"),
    ("M-0.04,-1.25 L5,5.96 L5.04,6.04", "M0,-1.3 5,6"), ("M1,1 M2,2", ""),
    ("M1,1 L2,1 L2,2 Z  ", "M1,1H2V2z"), ("M1,1 L2,1 Z M2,2 L3,3", ""),
  ])
  func `paths of lines are short`(_ drawn: String, _ expected: String) {
    #expect(SVGPath.shortened(drawn) == (expected.isEmpty ? nil : expected))
  }

  @Test func `polygons are outlines`() {
    #expect(SVGPath.outline("9.63,9.8 60.8,9.8 60.8,8.58 9.63,8.58 ") == "M9.6,9.8H60.8V8.6H9.6z")
    #expect(SVGPath.outline("1,2 3") == nil)
    #expect(SVGPath.outline("") == nil)
  }
}
