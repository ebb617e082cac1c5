import Store
import Metrics
import Recording
import Scenarios
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
}
