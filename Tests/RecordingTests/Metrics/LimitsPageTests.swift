import Foundation
import Metrics
import TestSupport
import Testing

struct LimitsPageTests {
  @Test func `the pages on the limits of measurements name every metric`() throws {
    let page = URL(filePath: Repository.path(Metric.limitsPage))
    let other = page.deletingLastPathComponent().appending(path: "limits-allocations.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    // It leads to the other.
    #expect(text.contains("(\(other.lastPathComponent))"))
    let words = try text + String(contentsOf: other, encoding: .utf8)
    let missing = Metric.all.map(\.id).filter { !words.contains("`\($0)`") }
    #expect(missing == [])
  }
}
