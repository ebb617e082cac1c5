import Testing

@testable import Charts

@Suite struct CompactSVGTests {
  private static func short(_ content: String) -> [String] {
    CompactSVG.shortened("<svg>\n<title>t &amp; u</title>\n\(content)\n</svg>", identifier: "c")
      .split(separator: "\n").dropFirst(2).dropLast().map(String.init)
  }

  @Test func `shapes that look the same are drawn together, and empty groups are removed`() {
    let group = #"<g fill="none" stroke-width="2.00">"#
    let lines = Self.short(
      """
      <g id="c-canvas">
      \(group)<path stroke='red' d='M1.00,2.00 L3.00,4.00  '/></g>
      <g id="c-plot_1" >\(group)</g></g>
      \(group)	<path stroke='blue' d='M50.00,2.00 L70.00,2.00  '/></g>
      \(group)	<path stroke='red' d='M50.00,40.00 L60.00,42.00  '/><path d='M1,1 '/></g>
      </g>
      """)
    #expect(
      lines == [
        #"<g fill="none" stroke-width="2">"#,
        #"<path d="M1,2 3,4M50,40l10,2" stroke="red"/>"#,
        #"<path d="M50,2H70" stroke="blue"/>"#, "</g>",
      ])
  }

  @Test func `shapes that look the same stay apart if another one lies between them`() {
    func square(_ x: Int, _ colour: String) -> String {
      "<path fill='\(colour)' stroke='none' d='M\(x),0 L\(x + 10),0 L\(x + 10),10 L\(x),10 Z'/>"
    }
    // The blue one hides a part of the first and is hidden by the third; the last is beside all.
    let lines = Self.short(
      square(0, "red") + square(5, "blue") + square(8, "red") + square(50, "green")
        + square(70, "red"))
    #expect(
      lines == [
        #"<g fill="red">"#, #"<path d="M0,0H10V10H0zM70,0H80V10H70z"/>"#,
        #"<path d="M5,0H15V10H5z" fill="blue"/>"#, #"<path d="M8,0H18V10H8z"/>"#,
        #"<path d="M50,0H60V10H50z" fill="green"/>"#, "</g>",
      ])
  }

  @Test func `a line within another line's outline does not keep shapes apart`() {
    let lines = Self.short(
      """
      <g fill="none"><path stroke="red" d="M0,0 L0,90 L90,90"/>
      <path stroke="blue" d="M20,20 L30,20"/><path stroke="red" d="M40,20 L50,20"/></g>
      """)
    #expect(
      lines == [
        #"<g fill="none">"#, #"<path d="M0,0V90H90M40,20H50" stroke="red"/>"#,
        #"<path d="M20,20H30" stroke="blue"/>"#, "</g>",
      ])
  }

  @Test func `only opaque lines are joined in one path`() {
    func lines(_ style: String) -> [String] {
      Self.short(
        """
        <g fill="none" stroke="red"><path \(style)d="M0,5 L9,5"/><path \(style)d="M5,0 L5,9"/>
        <path \(style)d="M0,5 L9,5"/></g>
        """)
    }
    let group = #"<g fill="none" stroke="red">"#
    #expect(lines("") == [#"<path d="M0,5H9M5,0V9" fill="none" stroke="red"/>"#])
    let pale = #"opacity="0.5""#
    #expect(
      lines("\(pale) ") == [
        group, #"<path \#(pale) d="M0,5H9"/>"#, #"<path \#(pale) d="M5,0V9"/>"#,
        #"<path \#(pale) d="M0,5H9"/>"#, "</g>",
      ])
  }

  @Test func `inherited attributes are not repeated, but different ones are kept`() {
    let lines = Self.short(
      """
      <g fill="none" stroke="red"><g stroke="red" fill="blue"><circle fill="blue"/></g>
      <circle stroke="none" fill="none" opacity="1"/><circle r="1.50"/></g>
      """)
    #expect(
      lines == [
        #"<g fill="none" stroke="red">"#, #"<circle fill="blue"/>"#,
        #"<circle opacity="1" stroke="none"/>"#, #"<circle r="1.5"/>"#, "</g>",
      ])
  }

  @Test func `texts that look the same are put in one group, and keep their words`() {
    func text(_ place: String, _ size: Int, _ words: String) -> String {
      """
      <g transform="\(place)" stroke="none" text-anchor="start" font-size="\(size).00"><text>\(words)</text>
      </g>
      """
    }
    let lines = Self.short(
      "<g stroke='red' color='black'>" + text("translate(480.04,33.49)", 13, " &lt;a&gt;  b")
        + text("translate(1.26,2.00) rotate(-90.00)", 15, "c") + text("translate(5,6)", 15, "")
        + text("translate(480,60)", 13, "d") + "</g>")
    #expect(
      lines == [
        #"<g font-size="13">"#, #"<text x="480" y="33.5"> &lt;a&gt;  b</text>"#,
        #"<text x="480" y="60">d</text>"#, "</g>",
        #"<text transform="translate(1.3,2) rotate(-90)" font-size="15">c</text>"#,
      ])
  }

  @Test func `four or more equal dots become one path, and fewer stay in their order`() {
    func dot(_ x: Int, _ colour: String = "red") -> String {
      "<use xlink:href='#c-p' transform='translate(\(x).04,2.00) scale(3.50)' color='\(colour)'/>"
    }
    let defined = "<defs><circle id='c-p'/><circle id='c-q'/></defs>"
    // One of those that overlap is doubled.
    let dots =
      [1, 2, 2, 3].map { dot($0) }.joined() + dot(5, "blue") + dot(6) + dot(30, "blue")
      + dot(60)
    #expect(
      Self.short(defined + dots) == [
        "<defs>", #"<circle id="c-p"/>"#, "</defs>",
        #"<marker id="c-dots1" overflow="visible" markerUnits="userSpaceOnUse">"#,
        ##"<use xlink:href="#c-p" transform="scale(3.5)" color="red"/>"##, "</marker>",
        #"<path fill="none" marker-start="url(#c-dots1)" marker-mid="url(#c-dots1)" "#
          + #"marker-end="url(#c-dots1)" d="M1,2H2h0H3 60"/>"#,
        ##"<use xlink:href="#c-p" transform="translate(5,2) scale(3.5)" color="blue"/>"##,
        ##"<use xlink:href="#c-p" transform="translate(30,2) scale(3.5)" color="blue"/>"##,
        ##"<use xlink:href="#c-p" transform="translate(6,2) scale(3.5)" color="red"/>"##,
      ])
  }

  @Test func `equal patterns are defined once`() {
    func bar(_ number: Int, _ colour: String) -> String {
      """
      <defs><pattern id='c-p\(number)' width='8'><path style='stroke:\(colour)' d='M0,0 L8,8'/></pattern></defs>
      <path fill='url(#c-p\(number))' d='M\(number)0,0 L\(number)5,0 L\(number)5,9 Z'/>
      """
    }
    #expect(
      Self.short(bar(1, "red") + bar(2, "red") + bar(3, "blue")) == [
        "<defs>", #"<pattern id="c-p1" width="8">"#, #"<path style="stroke:red" d="M0,0 L8,8"/>"#,
        "</pattern>", "</defs>", "<defs>", #"<pattern id="c-p3" width="8">"#,
        #"<path style="stroke:blue" d="M0,0 L8,8"/>"#, "</pattern>", "</defs>",
        #"<path d="M10,0h5V9zM20,0h5V9z" fill="url(#c-p1)"/>"#,
        #"<path d="M30,0h5V9z" fill="url(#c-p3)"/>"#,
      ])
  }

  @Test func `definitions stay as they are, and unused ones are removed`() {
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
        #"<path d="M0.00,0.00 C1,2 3,4 5,6" fill="url(#c-b)"/>"#,
      ])
  }

  @Test(arguments: ["<svg>", "<svg><g></svg>", "<svg><g x=1/></svg>", "no drawing", "<svg"])
  func `malformed SVG is left unchanged`(_ text: String) {
    #expect(CompactSVG.shortened(text, identifier: "c") == text)
  }

  @Test(arguments: [
    ("M84.00,236.43 L868.02,236.43  ", "M84,236.4H868"),
    ("M1.00,1.00 L1.00,5.00 L2.00,6.00 L3.00,4.00 ", "M1,1V5L2,6 3,4"),
    // Where nothing is drawn from, and lines of no length.
    ("M1,1 M2,2 L3,3 M4,4 M5,5 ", "M2,2 3,3"), ("M1,1 L1.01,1.04 L9,8", "M1,1h0L9,8"),
    ("M-0.04,-1.25 L5,5.96 L5.04,6.04", "M0-1.3 5,6"), ("M1,1 M2,2", ""),
    ("M1,1 L2,1 L2,2 Z  ", "M1,1H2V2z"), ("M100,100.5 L99.50,100.1", "M100,100.5l-.5-.4"),
    ("M1,1", ""),
  ])
  func `paths of straight lines are shortened`(_ drawn: String, _ expected: String) throws {
    #expect(try #require(SVGPath(drawn)).text == expected)
  }

  @Test(arguments: ["M1,1 L2,1 Z M2,2 L3,3", "M0,0 C1,2 3,4 5,6", "L1,1 L2,2", "M1 2", "M1,x"])
  func `other paths than straight lines are left unchanged`(_ drawn: String) {
    #expect(SVGPath(drawn) == nil)
    #expect(Self.short("<path d='\(drawn)'/>") == [#"<path d="\#(drawn)"/>"#])
  }

  @Test func `polygons become paths`() {
    #expect(
      Self.short("<polygon points = '9.63,9.8 60.8,9.8 60.8,8.58 9.63,8.58 '/>")
        == [#"<path d="M9.6,9.8H60.8V8.6H9.6z"/>"#])
  }
}
