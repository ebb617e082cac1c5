import Charts
import Glibc
import SystemPackage
import Testing

@Suite struct RenderingTests {
  @Test func `a PNG has its signature, its end, and twice the pixels of its size`() async throws {
    let size = try ChartSize(width: 640, height: 360)
    let picture = try await ChartRenderer().draw(Examples.peakMemory(), as: .png, size: size)
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(picture.suffix(8).starts(with: "IEND".utf8))
    #expect(picture[16..<24] == [0, 0, 5, 0, 0, 0, 2, 208])
  }

  @Test func `an SVG describes what it shows`() async throws {
    let chart = try Examples.peakMemory()
    let drawing = SVGText(try await ChartRenderer().draw(chart, as: .svg))
    #expect(drawing.isWellFormed)
    #expect(drawing.title == "Peak memory by user story")
    #expect(drawing.summary == chart.alternativeText)
    #expect(drawing.root["role"] == "img")
    let labelled = drawing.root["aria-labelledby"]?.split(separator: " ").map(String.init) ?? []
    #expect(labelled.count == 2)
    #expect(Set(labelled).isSubset(of: drawing.ids))
    #expect(drawing.root["width"] == "960")
  }

  @Test func `an inline SVG takes the page's colours`() async throws {
    let bytes = try await ChartRenderer().draw(Examples.timeline(), as: .inlineSVG)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<svg "))
    #expect(!text.contains("#ffffff"))
    #expect(!text.contains("36, 41, 47") && !text.contains("36,41,47"))
    #expect(text.contains(#"fill="currentColor""#))
  }

  @Test func `the ids of all charts in a page are unique`() async throws {
    var ids: [String] = []
    for (_, chart) in try Examples.all() {
      let size = try chart.size()
      ids += SVGText(try await ChartRenderer().draw(chart, as: .inlineSVG, size: size)).ids
    }
    #expect(ids.count > 100)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `equal charts are drawn as equal bytes`() async throws {
    for format in ChartFormat.allCases {
      let first = try await ChartRenderer().draw(Examples.timeline(), as: format)
      let second = try await ChartRenderer().draw(Examples.timeline(), as: format)
      #expect(first == second)
    }
  }

  @Test func `charts can be drawn concurrently`() async throws {
    let chart = try Examples.peakMemory()
    let expected = try await ChartRenderer().draw(chart, as: .svg)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try await ChartRenderer().draw(chart, as: .svg) } }
      for try await picture in group { #expect(picture == expected) }
    }
  }
}
