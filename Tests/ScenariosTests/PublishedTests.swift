import Metrics
import Testing

@testable import Scenarios

struct PublishedTests {
  private static func file(_ lines: String) -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "scenario: s\n\(Samples.builds)\n\(Samples.stories)\npublished:\n\(indented)"
  }

  @Test
  func `published measurements name a file and which published ratio is compared with ours`()
    throws
  {
    let text = Self.file(
      """
      title: A book
      measurements: book.csv
      here: { metric: cpu-time, build: only, over: only }
      there:
        - { title: "Then", metric: wall-time, build: a, over: b }
      """)
    let published = try ScenarioParser.parse(text, file: "f").published
    #expect(published == [Self.values("A book")])
  }

  private static func values(_ title: String) -> PublishedValues {
    PublishedValues(
      title: title, file: "book.csv",
      here: .init(metric: .cpuTime, build: "only", over: "only"),
      there: [.init(title: "Then", ratio: .init(metric: .wallTime, build: "a", over: "b"))])
  }

  @Test func `a list of published measurements is read`() throws {
    let text = Self.file(
      ["A book", "Another"].map {
        """
        - title: \($0)
          measurements: book.csv
          here: { metric: cpu-time, build: only, over: only }
          there: [{ title: "Then", metric: wall-time, build: a, over: b }]
        """
      }.joined(separator: "\n"))
    let published = try ScenarioParser.parse(text, file: "f").published
    #expect(published == [Self.values("A book"), Self.values("Another")])
  }

  @Test func `a file without published measurements has none`() throws {
    let text = "scenario: s\n\(Samples.builds)\n\(Samples.stories)"
    #expect(try ScenarioParser.parse(text, file: "f").published == [])
  }

  @Test(arguments: [
    ("[]", "f:9:3: there are no published measurements; allowed: one or more."),
    (
      "title: A book",
      """
      f:9:3: 'published' has no 'measurements'; allowed: a CSV file.
      f:9:3: 'published' has no 'here'; allowed: a ratio of two builds.
      f:9:3: 'published' has no 'there'; allowed: a list of published ratios.
      """
    ),
    (
      """
      title: A book
      measurements: book.csv
      here: { metric: cpu-tim, build: onyl, over: only }
      there: []
      """,
      """
      f:11:19: there is no metric 'cpu-tim'; allowed: \
      \(Metric.all.map(\.id).joined(separator: ", ")). Did you mean 'cpu-time'?
      f:11:35: there is no build 'onyl'; allowed: only. Did you mean 'only'?
      f:12:10: there are no published ratios; allowed: one or more.
      """
    ),
    (
      """
      title: A book
      measurements: book.csv
      here: { metric: cpu-time, build: only }
      there: [{ metric: cpu-time, build: a, over: b, unit: s }]
      """,
      """
      f:11:9: 'here' has no 'over'; allowed: the build it is divided by.
      f:12:11: a published ratio has no 'title'; allowed: the words above the column.
      f:12:50: unknown key 'unit' in a published ratio; allowed: title, metric, build, over.
      """
    ),
  ])
  func `mistakes in published measurements are reported`(_ lines: String, _ mistakes: String) {
    #expect(Samples.mistakes(in: Self.file(lines)) == mistakes)
  }
}
