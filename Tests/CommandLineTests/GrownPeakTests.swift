import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// What a peak of memory that grew consists of, with real processes.
  @Suite struct GrownPeakTests {
    @Test func `5 MB more that are kept are reported as live heap only`()
      throws
    {
      let shell = try Shell()
      let driver = BuiltProducts.testDriver
      try shell.addScenario(
        builds: """
          { a: { command: ["\(driver)"] }, b: { command: ["\(driver)", "--keep"] } }
          """,
        stories: """
          { s: { steps: [{ keep: { bytes: 5000000 }, expect: { digest: "753a1713a5b21563" } }] } }
          gates: [{ metric: peak-memory }]
          """)
      let check = try shell.rehearse(
        "check", "--pairs", "10", "--no-inputs", "--allocations=3", "s.yml")
      #expect(check.status == 2, "\(check.errors)")
      #expect(
        check.output.contains(
          "Peak memory of s grew by 5.00 MB in the runs that count allocations: live heap +5.00 MB, "
            + "slack "), "\(check.output)")
      #expect(check.output.contains("What the peak of resident memory consists of"))
      let shown = try shell.rehearse("show", "--metric", "peak-heap", "--json")
      let cells = try #require(try shell.json(shown) as? [[String: Any]])
      #expect(cells.compactMap { $0["build"] as? String } == ["a", "b"])
    }
  }
}
