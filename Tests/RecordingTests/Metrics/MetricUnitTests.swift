import Metrics
import Testing

struct MetricUnitTests {
  @Test(arguments: [
    (MetricUnit.bytes, "B", 1.0), (.bytes, "kB", 1000), (.bytes, "KiB", 1024),
    (.bytes, "MB", 1_000_000), (.bytes, "MiB", 1_048_576), (.bytes, "GB", 1_000_000_000),
    (.nanoseconds, "ns", 1), (.nanoseconds, "us", 1000), (.nanoseconds, "µs", 1000),
    (.nanoseconds, "ms", 1_000_000), (.nanoseconds, "s", 1_000_000_000), (.percent, "%", 1),
    (.count, "1", 1), (.count, "", 1), (.itemsPerSecond, "items/s", 1),
  ])
  func `the symbol of a unit in an import has its scale`(
    _ unit: MetricUnit, _ symbol: String, _ scale: Double
  ) {
    #expect(unit.scale(ofSymbol: symbol) == scale)
  }

  @Test(arguments: [
    (MetricUnit.bytes, "ns"), (.bytes, "mb"), (.bytes, "KB"), (.bytes, ""), (.nanoseconds, "B"),
    (.nanoseconds, "min"), (.percent, "1"), (.percent, ""), (.count, "%"),
  ])
  func `a symbol of another unit has no scale`(_ unit: MetricUnit, _ symbol: String) {
    #expect(unit.scale(ofSymbol: symbol) == nil)
  }

  @Test(arguments: MetricUnit.allCases)
  func `all symbols that an error names are understood, and the base unit comes first`(
    _ unit: MetricUnit
  ) {
    #expect(unit.importSymbols.allSatisfy { unit.scale(ofSymbol: $0) != nil })
    #expect(unit.importSymbols.first == unit.symbol)
    #expect(unit.scale(ofSymbol: unit.symbol) == 1)
  }

  @Test(arguments: MetricUnit.allCases)
  func `the symbol that people read has the scale by which values are divided`(_ unit: MetricUnit) {
    #expect(unit.scale(ofSymbol: unit.displaySymbol) == unit.displayScale)
  }
}
