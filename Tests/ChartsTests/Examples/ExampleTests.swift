import Charts
import Foundation
import SystemPackage
import Testing

@Suite struct ExampleTests {
  /// Set CHARTING_EXAMPLES to a folder to look at them.
  @Test func `every example is drawn in every format`() async throws {
    let folder = getenv("CHARTING_EXAMPLES").map { FilePath(String(cString: $0)) }
    for (name, chart) in try Examples.all() {
      for format in ChartFormat.allCases {
        let picture = try await ChartRenderer().draw(chart, as: format, size: chart.size())
        #expect(picture.count > 3000)
        guard let folder else { continue }
        let file = "\(name)\(format == .inlineSVG ? ".inline" : "").\(format.fileExtension)"
        try Data(picture).write(to: URL(filePath: folder.appending(file).string))
      }
    }
  }
}
