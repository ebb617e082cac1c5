import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// Stories that are replayed again and again, with a real counter of allocations.
  @Suite struct CycleTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// What `keep` shows, whatever it keeps.
    private static let digest = "753a1713a5b21563"
    /// What it shows of the first that it kept.
    private static let digestOfOne = "52e74a1d094483b5"

    private static func stories(_ steps: String) -> String {
      "{ s: { cycles: 16, steps: [\(steps)] } }"
    }

    @Test func `what a cycle retains is reported to the byte, and a gate on it fails`() throws {
      let driver = BuiltProducts.testDriver
      try shell.addScenario(
        builds: """
          { a: { command: ["\(driver)"] }, b: { command: ["\(driver)", "--keep"] } }
          """,
        stories: Self.stories("{ keep: { bytes: 100 }, expect: { digest: \"\(Self.digest)\" } }")
          + "\ngates: [{ metric: retained-bytes }, { metric: retained-blocks, at-most: 1 }]")
      let check = try shell.rehearse("check", "--no-inputs", "--json", "s.yml")
      #expect(check.status == 2, "\(check.errors)")
      let found: [[String: Any]] = try shell.part("experiment", "retentions", of: check)
      #expect(found.map { $0["verdict"] as? String } == ["flat", "retains"])
      let bytes = try #require(found[1]["bytes"] as? [String: Any])
      // An object of 24 bytes, and an array of 32 beside its elements.
      #expect((bytes["rate"] as? [String: Double]) == ["point": 156, "lower": 156, "upper": 156])
      let csv = try shell.rehearse("export", "--format", "csv", "--metric", "retained-bytes")
      let rows = csv.output.split(separator: "\n").dropFirst().map(String.init).sorted()
      #expect(
        rows == [
          "1,a,s,,cycles,1,1,,1,retained-bytes,B/cycle,0",
          "1,b,s,,cycles,1,1,,1,retained-bytes,B/cycle,156",
        ], "\(csv)")
      let text = try shell.rehearse("show").output
      #expect(text.contains("'b' retains 156 B a cycle more than 'a'."))
      #expect(text.contains("Above budget: s"))
      // No cell has a ratio, so there is no table of ratios.
      #expect(!text.contains("Detectable") && text.contains("b against its budgets"))
    }

    @Test func `file descriptors that a cycle leaves open are reported`() throws {
      try shell.addScenario(
        stories: Self.stories("{ open: {}, expect: { digest: \"\(Self.digest)\" } }"))
      let run = try shell.rehearse("run", "--no-report", "--runs", "1", "s.yml")
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output.contains("s on 'a' has 1 open file descriptor more after each cycle."),
        "\(run.output)")
      #expect(!run.output.contains("Nothing is retained"))
    }

    /// On the pool's threads alone, and by way of the main one.
    @Test(arguments: [false, true])
    func `awaited calls retain nothing`(_ isOnMain: Bool) throws {
      try shell.addScenario(
        stories: Self.stories(
          "{ await: { rounds: 0, on-main: \(isOnMain) }, expect: { digest: 534616082847969f } }"
        ).replacing("cycles: 16", with: "cycles: 200"))
      let run = try shell.rehearse("run", "--no-report", "--runs", "1", "s.yml")
      // Threads of a pool start when they are needed: resident memory may grow by some pages, and the interval's end be
      // above 0.
      let row = #/(?m)^s +a +flat +0(\.0+)? +0(\.0+)? +[0-9.]+ +0(\.0+)? /#
      #expect(run.output.contains(row), "\(run.output)")
    }

    @Test
    func `a story that does not end where it began has a wrong outcome, which names the cycle`()
      throws
    {
      try shell.addScenario(
        builds: "{ a: { command: [\"\(BuiltProducts.testDriver)\", \"--keep\"] } }",
        stories: Self.stories(
          "{ keep: { bytes: 1, shown: true }, expect: { digest: \"\(Self.digestOfOne)\" } }"))
      let run = try shell.rehearse("run", "--no-report", "--runs", "1", "s.yml")
      #expect(run.status == 3, "\(run.errors)")
      #expect(
        run.output.contains(
          "In cycle 2: Expected digest \(Self.digestOfOne), found "), "\(run.output)")
      #expect(run.output.contains("the cycle before had not ended in the state in which it began."))
      // What the first left is told all the same: an array of 32 bytes beside its one byte.
      #expect(run.output.contains("What a cycle retains"))
      let document = try shell.json(shell.rehearse("show", "--story", "s", "--json"))
      let shown = try #require(document as? [[String: Any]])
      let cycles = shown.compactMap { $0["cycles"] as? [String: Any] }
      #expect(cycles.count == 1)
      #expect((cycles.first?["liveBytes"] as? [Int])?.count == 1)
      let text = try shell.rehearse("show", "--story", "s").output
      #expect(text.contains("Held at the ends of cycles: s on a"))
    }
  }
}
