import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct ScorecardTests {
    private let shell: Shell
    private let results: FilePath

    init() throws {
      shell = try Shell()
      results = PeerReaders.package.appending("Results/kmu2015")
    }

    /// The text of a committed file.
    private func committed(_ name: String) throws -> String {
      try String(contentsOfFile: results.appending(name).string, encoding: .utf8)
    }

    @Test(arguments: [("guideline", "--chart"), ("swift-or-objc", "--ratios")])
    func `the committed scorecards produce their committed pages`(
      _ name: String, _ picture: String
    ) throws {
      let printed = try shell.rehearse(
        "scorecard", "\(results)/\(name).yml", "--tables", "t.md", picture, "c.svg")
      #expect(printed.status == 0 && printed.errors == "", "\(printed.errors)")
      #expect(try shell.folder.text(of: "t.md") == committed("\(name).md"))
      #expect(try shell.folder.text(of: "c.svg") == committed("\(name).svg"))
    }

    @Test func `the guideline is read from its table, skill by skill`() throws {
      let document = try #require(
        try shell.json(shell.rehearse("scorecard", "\(results)/guideline.yml", "--json"))
          as? [String: Any])
      let criteria = try #require(document["criteria"] as? [[String: Any]])
      func values(_ key: String) -> [Double] {
        criteria.compactMap { ($0[key] as? [String: Any])?["value"] as? Double }
      }
      let rows = try committed("guideline.csv").split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      #expect(criteria.map { $0["group"] as? String } == rows.map { $0[0] })
      #expect(criteria.map { $0["name"] as? String } == rows.map { $0[1] })
      #expect(values("hours") == rows.compactMap { Double($0[2]) })
      #expect(values("timesUsed") == rows.compactMap { Double($0[3]) })
      #expect(values("weight") == rows.compactMap { Double($0[4]) })
      for (share, row) in zip(values("share"), rows) where !row[5].isEmpty {
        #expect(String(format: "%.2f", share * 100) == row[5])
      }
      #expect(document["multiplier"] as? Double == 19.84)
      let time = document["time"] as? [String: Double]
      #expect(time == ["hours": 520, "days": 65, "months": 3.25, "ofHours": 520])
    }

    @Test func `--has reduces the hours that are left to learn`() throws {
      let file = "\(results)/guideline.yml"
      let some = try shell.rehearse(
        "scorecard", file, "--has", "Cocoa Framework knowledge", "--has",
        "Apple's auto size feature experience")
      #expect(some.status == 0, "\(some.errors)")
      #expect(some.output.hasPrefix("416 of 520 hours are left to learn: 52 days, 2.6 months.\n"))
      let unknown = try shell.rehearse("scorecard", file, "--has", "Interpretation of memory leak")
      #expect(unknown.status == 64)
      #expect(
        unknown.errors.contains("has no skill 'Interpretation of memory leak'; it has Mac OS "))
      #expect(unknown.errors.hasSuffix("Did you mean 'Interpretation of memory leaks'?\n"))
      try shell.folder.add("one.yml", "scorecard: one\ncriteria: { a: { hours: 8, times: once } }")
      let all = try shell.rehearse("scorecard", "one.yml", "--has", "a")
      #expect(all.status == 64)
      #expect(
        all.errors
          == "Error: Whoever has all of these skills has nothing left to learn of one.yml.\n")
    }

    @Test func `alternatives are ordered only if the weights decide their order`()
      throws
    {
      let open = try shell.rehearse("scorecard", "\(results)/swift-or-objc.yml")
      #expect(
        open.output.hasPrefix("No order is shown between objc and swift: with the weights as given")
      )
      let text = try committed("swift-or-objc.yml").replacing("weight: 1 to 3", with: "weight: 1")
        .replacing(": swift_", with: ": \(results)/swift_").replacing(
          ": objc_", with: ": \(results)/objc_")
      try shell.folder.add("equal.yml", text)
      let equal = try shell.rehearse("scorecard", "equal.yml", "--ratios", "r.png")
      #expect(
        equal.output.hasPrefix(
          "objc is better than swift: 1.089 (1.026 to 1.155) times as good.\n"), "\(equal)")
      #expect(try shell.folder.bytes(of: "r.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }

    @Test func `builds of a stored experiment are alternatives`() throws {
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)"] } }
          """, stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report", "--runs", "3").status == 0)
      func add(_ alternatives: String, stories: String = "[s]") throws {
        try shell.folder.add(
          "c.yml",
          """
          scorecard: c
          alternatives: \(alternatives)
          criteria: { memory: { weight: 1, metric: peak-memory, stories: \(stories) } }
          """)
      }
      try add("{ a: { experiment: latest }, b: { experiment: latest } }")
      let document = try #require(
        try shell.json(shell.rehearse("scorecard", "c.yml", "--json")) as? [String: Any])
      #expect((document["pairs"] as? [[String: Any]])?.count == 1)
      #expect((document["alternatives"] as? [[String: Any]])?.count == 2)
      try add("{ a: { experiment: latest }, c: { experiment: latest } }")
      let build = try shell.rehearse("scorecard", "c.yml")
      #expect(build.status == 1)
      #expect(
        build.errors
          == "Error: c.yml:2:44: the measurements of 'c' have no build 'c'; allowed: a, b.\n")
      try add("{ a: { experiment: latest }, b: { experiment: latest } }", stories: "[t]")
      let story = try shell.rehearse("scorecard", "c.yml")
      #expect(story.status == 1)
      #expect(story.errors == "Error: c.yml:3:13: there is no story 't'; allowed: s.\n")
      try add("{ a: { experiment: nothing }, b: { experiment: latest } }")
      #expect(try shell.rehearse("scorecard", "c.yml").status == 64)
    }

    @Test func `mistakes in the scorecard and in the arguments are reported`() async throws {
      try shell.folder.add("bad.yml", "scorecard: bad\ncriteria: { a: { wait: 1 } }\n")
      let bad = try shell.rehearse("scorecard", "bad.yml")
      #expect(bad.status == 1)
      #expect(
        bad.errors
          == """
          Error: bad.yml:2:16: 'a' has none of 'weight', 'hours', 'times'; allowed: 'weight', or both \
          'hours' and 'times'.
          bad.yml:2:18: unknown key 'wait' in 'a'; allowed: group, weight, hours, times, metric, \
          stories, scores, better, unit.

          """)
      let missing = try shell.rehearse("scorecard", "nothing.yml")
      #expect(
        missing.status == 1 && missing.errors == "Error: The file nothing.yml does not exist.\n")
      for (option, allowed) in [
        ("--chart", ".svg, .png or .pdf"), ("--ratios", ".svg, .png or .pdf"),
        ("--tables", ".md, .csv or .tex"),
      ] {
        let wrong = try await Shell.refusal(
          of: ["scorecard", "\(results)/guideline.yml", option, "x.gif"])
        #expect(wrong.status == 64)
        #expect(
          wrong.errors.contains("\(option) is 'x.gif'; allowed: a file ending in \(allowed)."))
      }
      let none = try shell.rehearse("scorecard", "\(results)/guideline.yml", "--ratios", "r.svg")
      #expect(none.status == 64)
      #expect(none.errors.contains("has no 'alternatives', so there are no ratios to draw."))
    }
  }
}
