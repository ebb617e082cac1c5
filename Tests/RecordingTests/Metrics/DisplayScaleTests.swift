import Metrics
import Testing

struct DisplayScaleTests {
  @Test(arguments: [
    (MetricUnit.nanoseconds, 0.0, "µs"), (.nanoseconds, 999_999, "µs"), (.nanoseconds, 1e6, "ms"),
    (.nanoseconds, 999e6, "ms"), (.nanoseconds, 1e9, "s"), (.nanoseconds, 3600e9, "s"),
    (.bytes, 0, "B"), (.bytes, 999, "B"), (.bytes, 1000, "kB"), (.bytes, 1.5e6, "MB"),
    (.bytes, 3e9, "GB"), (.percent, 250, "%"), (.count, 1e9, ""),
  ])
  func `a value is shown in the largest unit that it reaches`(
    _ unit: MetricUnit, _ value: Double, _ symbol: String
  ) {
    #expect(unit.scale(for: value).symbol == symbol)
  }

  @Test func `the symbols of units mean the same in tables as in imports`() {
    for (unit, values) in [
      (MetricUnit.nanoseconds, [1e3, 1e6, 1e9]), (.bytes, [1, 1e3, 1e6, 1e9]), (.percent, [1]),
    ] {
      for value in values {
        let scale = unit.scale(for: value)
        #expect(unit.scale(ofSymbol: scale.symbol) == scale.baseUnits)
      }
    }
  }
}
