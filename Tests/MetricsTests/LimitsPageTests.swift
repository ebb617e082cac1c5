import Foundation
import Metrics
import Testing

struct LimitsPageTests {
  @Test func `the page of what measurements can not show names every metric`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: Metric.limitsPage), encoding: .utf8)
    let missing = Metric.all.map(\.id).filter { !page.contains("`\($0)`") }
    #expect(missing == [])
  }
}
