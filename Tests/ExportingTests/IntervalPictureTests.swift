import Analysis
import Testing

@testable import Exporting

struct IntervalPictureTests {
  private func lines(_ stories: KeyValuePairs<String, [Double]?>) throws -> [String]? {
    let judgement = try #require(try Exported.comparison(stories).judgement)
    return IntervalPicture.lines(of: judgement)
  }

  @Test func `bars are drawn to scale around no change, each with its change and verdict`() throws {
    let found = try lines([
      "same": Exported.ratios(around: 1), "better": Exported.ratios(around: 0.8),
      "worse": Exported.ratios(around: 1.5),
    ])
    // 50.02 % at most: a scale of 100 %, of which 20 columns are all and 5 % are one.
    let bars = try #require(found).map { $0.prefix(41) }
    #expect(
      bars == [
        "-100 %              0              +100 %",
        "                    ╋                    ",
        "                ╋   │                    ",
        "                    │         ╋          ",
      ])
    let words = try #require(found).map { $0.dropFirst(43) }
    #expect(words[0] == "CPU time")
    #expect(words[1].hasPrefix("same: CPU time ") && words[1].hasSuffix(", unchanged"))
    #expect(words[2].hasPrefix("better: CPU time -20.0") && words[2].hasSuffix(", improved"))
    #expect(words[3] == "worse: CPU time +50.0000 % (49.9791 to 50.0209), regressed")
  }

  @Test func `the interval of two very unlike pairs fits into no whole number, and is drawn`()
    throws
  {
    let found = try #require(try lines(["wild": [1, 1000]]))
    #expect(found[0].contains("e+"), "\(found[0])")
  }

  @Test func `an interval that includes no change crosses the line of no change`() throws {
    let ratios = (0..<10).map { $0.isMultiple(of: 2) ? 0.9 : 1.12 }
    let found = try #require(try lines(["unclear": ratios]))
    let bar = Array(found[1].prefix(41))
    let ends = try (#require(bar.firstIndex(of: "├")), #require(bar.firstIndex(of: "┤")))
    #expect(ends.0 < 20 && 20 < ends.1)
    #expect(bar[20] == "┼" || bar[20] == "╋")
  }

  @Test func `without a cell with a ratio there is no picture`() throws {
    #expect(try lines(["crash": nil]) == nil)
  }

  @Test func `a name can't break out of its line`() throws {
    let found = try #require(
      try lines(["a\n```\n::error::x": Exported.ratios(around: 1.5)]))
    #expect(found.count == 2)
    #expect(!found.contains { $0.hasPrefix("`") })
  }
}
