import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// A package that is really compiled, linked twice and replayed.
  @Suite struct LayoutTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.addTinyPackage()
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        driver: { product: tiny }
        builds:
          plain: { configuration: debug }
          flagged: { configuration: debug, swift-flags: [-DFLAGGED] }
        runs: 4
        layouts: 2
        stories: { s: { steps: [{ sum: {}, expect: { total: 3 } }] } }
        """)
    }

    @Test(.nightly) func `builds are linked in each layout, and runs take turns in the layouts`()
      throws
    {
      let run = try shell.rehearse("run", "s.yml", "--json")
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      let document = try #require(try shell.json(run) as? [String: Any])
      #expect(document["layouts"] as? Int == 2)
      let builds = try #require(document["builds"] as? [[String: Any]])
      let hashes = builds.flatMap { build in
        (build["layouts"] as? [[String: Any]] ?? []).compactMap { $0["sha256"] as? String }
      }
      #expect(hashes.count == 4 && Set(hashes).count == 4)
      try expectLayouts()
      let files = shell.folder.files
      #expect(files.contains("Results/sample-1/charts/cpu-time-by-layout.svg"))
      #expect(files.contains("Results/sample-1/tables/layouts.csv"))
      let page = try shell.folder.text(of: "Results/sample-1/report.md")
      #expect(page.contains("## Layout of the code"))
      #expect(page.contains("mean over 2 layouts of the code"))
      try expectFewerLayouts()
    }

    private func expectLayouts() throws {
      let runs = try #require(
        try shell.json(shell.rehearse("show", "--story", "s", "--json")) as? [[String: Any]])
      let layouts = runs.reduce(into: [Int: Set<Int>]()) { layouts, run in
        layouts[run["run"] as? Int ?? 0, default: []].insert(run["layout"] as? Int ?? 0)
      }
      #expect(runs.count == 8)
      #expect(layouts == [1: [1], 2: [2], 3: [1], 4: [2]])
      let steps = try shell.rehearse("show", "--story", "s", "--run", "4").output
      #expect(steps.contains("run 4, layout 2 of 2"))
      #expect(try shell.rehearse("show").output.contains("Spread over 2 layouts of the code"))
    }

    private func expectFewerLayouts() throws {
      let run = try shell.rehearse("run", "s.yml", "--runs", "1", "--no-report")
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.errors.contains("note: Only 1 of 2 layouts took part"))
    }
  }
}
