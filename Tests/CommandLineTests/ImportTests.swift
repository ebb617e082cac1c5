import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// The source's own measurements of 2015.
  @Suite struct ImportTests {
    @Test func `the measurements of 2015 are imported, shown and reported`() throws {
      let shell = try Shell()
      let results = FilePath(#filePath).removingLastComponent().removingLastComponent()
        .removingLastComponent().appending("Results").appending("kmu2015")
      let imported = try shell.rehearse(
        "import", "swift=\(results)/swift_measurements.csv",
        "objc=\(results)/objc_measurements.csv", "--name", "kmu2015")
      #expect(imported.status == 0, "\(imported.errors)")
      #expect(imported.output.hasPrefix("Experiment 1 (kmu2015): "))
      #expect(imported.output.hasSuffix(" on swift, objc.\n"))
      let list = try shell.rehearse("list")
      #expect(list.output.contains("imported"))
      #expect(try shell.latest()["completedAt"] != nil)
      let report = try shell.rehearse("report", "kmu2015")
      #expect(report.status == 0, "\(report.errors)")
      #expect(report.output == "Results/kmu2015-1/report.html\n")
      let folder = "Results/kmu2015-1"
      for chart in ["peak-memory-by-story", "peak-cpu-by-story", "peak-cpu-against-memory"] {
        let svg = try shell.folder.text(of: "\(folder)/charts/\(chart).svg")
        #expect(svg.contains("<svg") && svg.contains("</svg>"))
      }
      #expect(!shell.folder.files.contains("\(folder)/scenario.yml"))
    }

    @Test func `one is counted as one`() throws {
      let shell = try Shell()
      try shell.folder.add(
        "one.csv", "build,story,metric,unit,run,value\na,list,cpu-time,ms,1,1.5\n")
      #expect(
        try shell.rehearse("import", "one.csv").output
          == "Experiment 1 (one): 1 run of 1 story on a.\n")
    }
  }
}
