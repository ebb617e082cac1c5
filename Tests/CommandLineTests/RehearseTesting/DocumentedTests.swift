import Foundation
import RehearseTesting
import TestSupport
import Testing

/// The code of Docs/how-to/swift-testing.md, as it stands there.
struct DocumentedTests {
  /// Compiled, and not run: the scenario is the reader's.
  @Suite(.disabled("The scenario of the tutorial is not here."))
  struct Compiled {
    @Test(.rehearsed("Scenarios/words.yml", story: "count", against: "main"))
    func countIsNoSlower() {}

    @Suite(
      .rehearsed(
        "Scenarios/words.yml", story: "count", "sort", against: "main", maxTime: .seconds(600)))
    struct WordsTests {
      @Test func countsAreRight() {}
    }

    @Test(
      .enabled(if: RehearseExecutable.isInstalled),
      .rehearsed("Scenarios/words.yml", story: "count", against: "main"))
    func countIsNoSlowerWhereThatIsKnown() {}
  }

  @Test func countingFitsItsBudget() async throws {
    let process = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let text = String(repeating: "to be or not to be ", count: 10_000)
      try await CodeCost.measure(calls: 20, warmup: 1) { frequencies(of: text) }
    }
    let cost = try CodeCost(of: process)
    #expect(cost.memoryGrowth < .megabytes(64))
    #expect(cost.cpuTimePerCall < .seconds(2))
  }

  @Test func `every test in the document's Swift blocks is code of these tests`() throws {
    let document = String(
      decoding: bytes(of: Repository.path("Docs/how-to/swift-testing.md")), as: UTF8.self)
    let here = Self.lines(String(decoding: bytes(of: #filePath), as: UTF8.self)[...])
    let blocks = document.split(separator: "```swift\n").dropFirst()
      .map { Self.lines($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex)) }
    let code = blocks.filter { $0.contains("@Test") }
    #expect(code.count == 4)
    for block in code {
      #expect(here.contains(block), "not compiled: \(block)")
    }
    // The one beside them is of a manifest.
    #expect(blocks.count == code.count + 1)
  }

  /// Lines without imports, indentation and empty ones.
  private static func lines(_ text: Substring) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }
}

/// The tutorial's.
private func frequencies(of text: String) -> [Substring: Int] {
  var counts: [Substring: Int] = [:]
  for word in text.split(separator: " ") { counts[word, default: 0] += 1 }
  return counts
}
