import Testing

@testable import Charts

/// That a picture of very many samples shows what a picture of all of them would.
@Suite struct PeaksTests {
  /// 100,000 samples of noise with lone peaks and lows, at times that have no pattern.
  private func samples() throws -> [ChartPoint] {
    var state: UInt64 = 2015
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    var time = 0.0
    return try (0..<100_000).map { index in
      time += 0.0005 + random() * 0.001
      let lone = index % 9973 == 77 ? 400 + random() * 100 : index % 7919 == 5 ? -40 - random() : 0
      return try ChartPoint(x: time, y: 50 + random() * 10 + lone)
    }
  }

  /// A timeline of standard size is 848 pixels wide. What decides about a column of pixels is its
  /// highest and its lowest point.
  @Test func `the highest and the lowest sample of each pixel column are kept`() throws {
    let all = try samples()
    let kept = all.keepingPeaks()
    #expect(kept.count <= 2000)
    #expect(Set(all.map(\.y)).isSuperset(of: kept.map(\.y)))
    let first = try #require(all.first).x
    let width = (try #require(all.last).x - first) / 848
    func extremes(_ points: [ChartPoint]) -> [Int: (low: Double, high: Double)] {
      points.reduce(into: [:]) { columns, point in
        let column = min(847, Int((point.x - first) / width))
        let known = columns[column] ?? (point.y, point.y)
        columns[column] = (min(known.low, point.y), max(known.high, point.y))
      }
    }
    let (whole, reduced) = (extremes(all), extremes(kept))
    // A peak may lie in the half of a stretch that is in the next column: it is drawn within a pixel.
    for (column, want) in whole {
      let near = (column - 1...column + 1).compactMap { reduced[$0] }
      #expect(near.contains { $0.high >= want.high }, "column \(column)")
      #expect(near.contains { $0.low <= want.low }, "column \(column)")
    }
    // Every lone peak and low is there itself.
    let lone = all.filter { $0.y > 100 || $0.y < 40 }
    #expect(lone.count > 20)
    for peak in lone { #expect(kept.contains(peak)) }
  }

  @Test func `equal or simultaneous samples are reduced, too`() throws {
    let flat = try (0..<100_000).map { try ChartPoint(x: Double($0), y: 3) }
    #expect(flat.keepingPeaks().count <= 1001)
    let two = try (0..<100_000).map { try ChartPoint(x: $0 < 50_000 ? 0 : 1, y: Double($0)) }
    let kept = two.keepingPeaks()
    #expect(kept.count <= 6)
    #expect(kept.map(\.y).max() == 99_999 && kept.map(\.y).min() == 0)
    let still = try (0..<100_000).map { try ChartPoint(x: 0, y: Double($0)) }
    #expect(still.keepingPeaks().count <= 2000)
  }
}
