/// One measurement of both sides: operations per second, and the ratio of times round by round.
package struct ResultLine {
  package static let header =
    pad("", nameWidth) + pad("count", 8, right: true) + pad("core/s", 12, right: true)
    + pad("C/s", 12, right: true) + pad("ratio", 9, right: true) + "   quartiles"

  package static let nameWidth = 40

  package let name: String
  /// Rows in the list, or operations in a round.
  package let count: Int
  let operations: Int
  /// Nanoseconds of each round.
  let core: [UInt64]
  let peer: [UInt64]

  package init(
    name: String, count: Int, operations: Int, _ times: (core: [UInt64], peer: [UInt64])
  ) {
    self.name = name
    self.count = count
    self.operations = operations
    core = times.core
    peer = times.peer
  }

  /// The time of one operation in nanoseconds, the median over the rounds.
  package var medians: (core: Double, peer: Double) {
    let divisor = Double(max(operations, 1))
    return (Self.median(core) / divisor, Self.median(peer) / divisor)
  }

  package var text: String {
    Self.pad(name, Self.nameWidth) + Self.pad("\(count)", 8, right: true)
      + Self.pad(coreRate, 12, right: true) + Self.pad(peerRate, 12, right: true)
      + Self.pad(ratio, 9, right: true) + "   \(ratio(0.25)) to \(ratio(0.75))"
  }

  /// Operations a second.
  package var coreRate: String { rate(core) }
  package var peerRate: String { rate(peer) }

  /// The core's time over the peer's of the same round, the median.
  package var ratio: String { ratio(0.5) }

  private func ratio(_ share: Double) -> String {
    let ratios = zip(core, peer).map { Double($0) / Double(max($1, 1)) }.sorted()
    return Self.decimal(Self.quantile(ratios, share))
  }

  private func rate(_ times: [UInt64]) -> String {
    Figure.text(Double(operations) * 1e9 / max(Self.median(times), 1))
  }

  private static func median(_ times: [UInt64]) -> Double {
    quantile(times.map { Double($0) }.sorted(), 0.5)
  }

  /// The nearest of the sorted values; 0 of none, which a contest of no rounds has.
  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }

  package static func decimal(_ value: Double) -> String {
    Figure.text(value, places: 2)
  }

  package static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}
