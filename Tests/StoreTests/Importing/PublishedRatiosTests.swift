import Foundation
import Metrics
import Recording
import Store
import TestSupport
import Testing

@testable import Scenarios

struct PublishedRatiosTests {
  private static let rows = """
    build,story,metric,unit,run,value
    slow,heap,wall-time,s,1,3
    slow,heap,wall-time,s,2,5
    fast,heap,wall-time,s,1,2
    slow,quick,wall-time,s,1,1

    """

  private static func ratios(
    build: String = "slow", stories: [String] = ["heap", "quick"], rows: String = rows
  ) throws(StoreError) -> PublishedRatios {
    try PublishedRatios(
      PublishedValues(
        title: "A book", file: "book.csv",
        here: .init(metric: .cpuTime, build: "debug", over: "checked"),
        there: [.init(title: "Then", ratio: .init(metric: .wallTime, build: build, over: "fast"))]),
      text: rows, stories: stories)
  }

  @Test func `a published ratio is that of the means, for each story with both builds`() throws {
    #expect(
      try Self.ratios()
        == PublishedRatios(
          title: "A book", here: .init(metric: .cpuTime, build: "debug", over: "checked"),
          there: [
            .init(
              title: "Then", pair: .init(metric: .wallTime, build: "slow", over: "fast"),
              ratios: ["heap": 2])
          ]))
  }

  @Test func `a ratio of an exported comparison is of runs of one kind`() throws {
    let rows = """
      experiment,build,story,step,kind,round,attempt,arrangement,layout,metric,unit,value
      3,slow,heap,,solo,1,1,,1,wall-time,s,6
      3,fast,heap,,solo,1,1,,1,wall-time,s,2
      3,slow,heap,,fixed-addresses,1,1,,1,wall-time,s,90
      3,fast,heap,,fixed-addresses,1,1,,1,wall-time,s,10

      """
    #expect(try Self.ratios(rows: rows).there.map(\.ratios) == [["heap": 3]])
  }

  @Test func `a file without the wanted measurements is refused with what it has`() {
    let mistake = #expect(throws: StoreError.self) { try Self.ratios(build: "other") }
    #expect(
      mistake?.description == """
        book.csv:1:1: no story of the scenario has wall-time on both 'other' and 'fast' here; \
        allowed: the stories heap, quick; the file's are heap, quick on slow, fast.
        """)
  }

  /// J. Squires' tables of 2014, of which the source of 2015 has two; ratios from his seconds.
  @Test(arguments: [
    ("sorting", [[1176.79, 1145.32, 2087.02, 2102.06, 7556.80]]),
    (
      "sorting-languages",
      [
        [97.69, 143.33, 186.70, 324.05, 138.06], [0.64, 1.38, 0.34, 0.40, 0.50],
        [9.06, 7.21, 8.75, 5.97, 50.89], [1.33, 1.11, 1.28, 1.09, 1.08],
      ]
    ),
  ])
  func `the published times of 2014 give the expected ratio of each sort`(
    _ name: String, _ expected: [[Double]]
  ) throws {
    func text(_ file: String) throws -> String {
      try String(contentsOfFile: Repository.path("Scenarios/\(file)"), encoding: .utf8)
    }
    let scenario = try ScenarioParser.parse(text("\(name).yml"), file: "\(name).yml")
    let sorts = ["std-sort", "quick-sort", "heap-sort", "insertion-sort", "selection-sort"]
    let rounded = try scenario.published.flatMap { published in
      try PublishedRatios(
        published, text: text(published.file), stories: scenario.stories.map(\.name)
      ).there.map { column in
        sorts.map { ((column.ratios[$0] ?? .nan) * 100).rounded() / 100 }
      }
    }
    #expect(rounded == expected)
  }
}
