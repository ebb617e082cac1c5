import Charts
import SystemPackage
import TestSupport
import Testing

@Suite struct HostileTextTests {
  /// Text that is a command, a format or markup somewhere on its way into a picture.
  static let texts = [
    "it's 'quoted' \"twice\"", "100 % of %g and %s", "a_b^c{d}@e~f&g", #"back\slash\n end\"#,
    "<b>bold</b> & ]]> <!-- &amp;", "$(id) ${HOME} $0", "'", "''", "'''x'''", "''''a''''b'",
    "x' . system('id') . '", "日本語 🐟 ñ",
    "id='gpPt0' url(#gpPat1)", "#comment; plot x", "@macro", "",
  ]

  @Test(arguments: texts)
  func `text is drawn as it is written`(_ text: String) async throws {
    let chart = try HostileCharts.named(text)
    for chart in try HostileCharts.all(text) {
      let drawing = SVGText(try await ChartRenderer().draw(chart, as: .svg, size: chart.size()))
      #expect(drawing.isWellFormed)
      #expect(text.isEmpty || drawing.texts.contains { $0.contains(text) }, "\(drawing.texts)")
    }
    for format in [ChartFormat.svg, .inlineSVG] {
      let drawing = SVGText(try await ChartRenderer().draw(chart, as: format))
      #expect(drawing.isWellFormed)
      #expect(drawing.title == text)
      guard !text.isEmpty else { continue }
      // Title, note, legend, group and axis.
      #expect(drawing.texts.filter { $0.contains(text) }.count == 5, "\(drawing.texts)")
    }
    let picture = try await ChartRenderer().draw(chart, as: .png)
    #expect(picture.count > 1000)
  }

  @Test func `text in a chart runs no command`() async throws {
    let folder = try ScratchFolder()
    let file = folder.path.appending("ran").string
    let attempts = [
      "'' . system('touch \(file)') . ''", "''' . system('touch \(file)') . '''",
      "'''' . system(\"touch \(file)\") . ''''", "' . system(\"touch \(file)\") . '",
      "`touch \(file)`", "\"`touch \(file)`\"", "'.system('touch \(file)').'",
      "'; system('touch \(file)') #", "'\n!touch \(file)\n'", "'\r!touch \(file)\r'",
      "'\u{85}!touch \(file)", "\\\n!touch \(file)\n", "$(touch \(file))",
      "'; plot '<touch \(file)' #", "'; set output '|touch \(file)' #",
      "e\n!touch \(file)\n", "x\u{0}'; system('touch \(file)')",
    ]
    for attempt in attempts {
      for chart in try HostileCharts.all(attempt) {
        _ = try await ChartRenderer().draw(chart, as: .svg, size: chart.size())
      }
      #expect(folder.files.isEmpty, "\(attempt)")
    }
    // Other formats have the same text under another terminal.
    let chart = try BarChart(
      title: "t", axis: ChartAxis("a"), groups: attempts,
      series: [ChartSeries<Bar>(name: "s", places: attempts.map { _ in try Bar(1) })])
    for format in ChartFormat.allCases {
      _ = try await ChartRenderer().draw(chart, as: format)
    }
    #expect(folder.files.isEmpty)
  }

  @Test func `broken UTF-8 and control characters become visible marks`() async throws {
    let broken: [UInt8] = [0x61, 0xFF, 0x62, 0xC3, 0x63, 0xED, 0xA0, 0x80, 0x64]
    let text = String(decoding: broken, as: UTF8.self) + "\u{1B}[31m\u{0}\u{FFFE}\u{202E}\nend\ttab"
    let drawing = SVGText(try await ChartRenderer().draw(HostileCharts.named(text), as: .svg))
    #expect(drawing.isWellFormed)
    let mark = "\u{FFFD}"
    let shown = "a\(mark)b\(mark)c\(mark)\(mark)\(mark)d\(mark)[31m\(mark)\(mark)\(mark) end tab"
    #expect(drawing.texts.contains(shown), "\(drawing.texts)")
  }

  @Test func `a name that is too long for its place ends in an ellipsis`() async throws {
    for name in [
      String(repeating: "long ", count: 2000), String(repeating: "x", count: 10_000),
      String(repeating: "🐟", count: 10_000),
    ] {
      for chart in try HostileCharts.all(name) {
        let drawing = SVGText(
          try await ChartRenderer().draw(chart, as: .svg, size: chart.size()))
        #expect(drawing.isWellFormed)
        #expect(drawing.texts.contains { $0.hasSuffix("…") })
        #expect(drawing.texts.allSatisfy { $0.count < 120 })
      }
    }
  }
}
