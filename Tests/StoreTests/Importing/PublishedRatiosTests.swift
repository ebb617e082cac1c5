import Foundation
import Metrics
import Recording
import Scenarios
import Store
import Testing

struct PublishedRatiosTests {
  private static let rows = """
    build,story,metric,unit,run,value
    slow,heap,wall-time,s,1,3
    slow,heap,wall-time,s,2,5
    fast,heap,wall-time,s,1,2
    slow,quick,wall-time,s,1,1

    """

  private static func ratios(
    build: String = "slow", stories: [String] = ["heap", "quick"]
  ) throws(ImportError) -> PublishedRatios {
    try PublishedRatios(
      PublishedValues(
        title: "A book", file: "book.csv",
        here: .init(metric: .cpuTime, build: "debug", over: "checked"),
        there: [.init(title: "Then", ratio: .init(metric: .wallTime, build: build, over: "fast"))]),
      text: rows, stories: stories)
  }

  @Test func `a published ratio is that of the means, for each story that has both builds`() throws
  {
    #expect(
      try Self.ratios()
        == PublishedRatios(
          title: "A book", here: .init(metric: "cpu-time", build: "debug", over: "checked"),
          there: [
            .init(
              title: "Then", pair: .init(metric: "wall-time", build: "slow", over: "fast"),
              ratios: ["heap": 2])
          ]))
  }

  @Test func `a file without the measurements that are asked for is told by what it has`() {
    let mistake = #expect(throws: ImportError.self) { try Self.ratios(build: "other") }
    #expect(
      mistake?.description == """
        book.csv:1:1: no story of the scenario has wall-time on both 'other' and 'fast' here; \
        allowed: the stories heap, quick; the file's are heap, quick on slow, fast.
        """)
  }

  /// Tables 1 and 2 of the source of 2015, which are J. Squires' of 2014; ratios from its seconds.
  @Test func `the sorts of 2014: Swift over Objective-C, and the other way round once optimised`()
    throws
  {
    let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Scenarios")
    func text(_ file: String) throws -> String {
      try String(contentsOf: scenarios.appending(path: file), encoding: .utf8)
    }
    let scenario = try ScenarioParser.parse(text("sorting.yml"), file: "sorting.yml")
    let published = try #require(scenario.published)
    let ratios = try PublishedRatios(
      published, text: text(published.file), stories: scenario.stories.map(\.name))
    let sorts = ["std-sort", "quick-sort", "heap-sort", "insertion-sort", "selection-sort"]
    let rounded = ratios.there.map { column in
      sorts.map { ((column.ratios[$0] ?? .nan) * 1e3).rounded() / 1e3 }
    }
    #expect(
      ratios.there.map(\.title) == [
        "Swift, 2014", "Objective-C, 2014", "Swift over Objective-C, unoptimised",
        "Objective-C over Swift, optimised",
      ])
    #expect(rounded[1] == [1.33, 1.108, 1.278, 1.087, 1.076])
    #expect(
      rounded[2].map { ($0 * 100).rounded() / 100 } == [97.69, 143.33, 186.70, 324.05, 138.06])
    #expect(rounded[3].map { ($0 * 100).rounded() / 100 } == [9.06, 7.21, 8.75, 5.97, 50.89])
  }
}
