import Charts
import Foundation
import SystemPackage
import TestSupport
import Testing

/// As another PDF library reads it: poppler's, of Debian's poppler-utils.
@Suite struct ChartPDFTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func read(_ program: String, _ chart: some Chart, _ arguments: [String]) async throws
    -> String
  {
    let bytes = try await ChartRenderer().draw(chart, as: .pdf, size: chart.size())
    let file = folder.file("chart.pdf")
    try Data(bytes).write(to: URL(filePath: file))
    let completion = try Completion.of(["/usr/bin/\(program)"] + arguments + [file])
    #expect(completion.status == 0 && completion.errors.isEmpty, "\(completion.errors)")
    return completion.output
  }

  @Test func `a PDF embeds its fonts`() async throws {
    let rows = try await read("pdffonts", Examples.peakMemory(), []).split(separator: "\n")
      .dropFirst(2)
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row.contains("DejaVuSans"))
      // Embedded, and only the letters that are used.
      #expect(row.contains(/yes yes yes +\d+ +\d+ *$/))
    }
  }

  @Test func `a PDF has the size of its picture and a title`() async throws {
    let chart = try Examples.history()
    let text = try await read("pdfinfo", chart, ["-enc", "UTF-8"])
    #expect(text.contains(/Title: +CPU time over experiments\n/))
    // pdfinfo leaves out the end of very long lines.
    #expect(text.contains("Subject:         \(chart.alternativeText.prefix(100))"))
    #expect(text.contains(/Pages: +1\n/))
    #expect(text.contains("720 x 427 pts"))
    #expect(!text.contains("CreationDate"))
  }

  @Test func `any text in a PDF can be extracted as text`() async throws {
    let hostile = "it's `id` $(x) <b>& \\(1) ñ"
    let chart = try BarChart(
      title: hostile, note: "🐟", axis: ChartAxis("a"), groups: ["list"],
      series: [ChartSeries(name: "s", places: [Bar(1)])])
    let information = try await read("pdfinfo", chart, ["-enc", "UTF-8"])
    #expect(information.contains(" \(hostile)\n"))
    #expect(information.contains(": \(hostile) (🐟), a. list: s 1.\n"))
    let file = folder.file("chart.pdf")
    let text = try Completion.of(["/usr/bin/pdftotext", "-layout", file, "-"]).output
    #expect(text.contains(hostile))
  }
}
