/// One measurement of both sides: operations per second, and the ratio of times round by round.
package struct ResultLine {
  package static let header =
    pad("", 18) + pad("count", 8, right: true) + pad("core/s", 12, right: true)
    + pad("C/s", 12, right: true) + pad("ratio", 9, right: true) + "   quartiles"

  package let name: String
  /// Rows in the list, or operations in a round.
  let count: Int
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
    let ratios = zip(core, peer).map { Double($0) / Double(max($1, 1)) }.sorted()
    return Self.pad(name, 18) + Self.pad("\(count)", 8, right: true)
      + Self.pad(rate(core), 12, right: true) + Self.pad(rate(peer), 12, right: true)
      + Self.pad(Self.decimal(Self.quantile(ratios, 0.5)), 9, right: true)
      + "   \(Self.decimal(Self.quantile(ratios, 0.25)))"
      + " to \(Self.decimal(Self.quantile(ratios, 0.75)))"
  }

  private func rate(_ times: [UInt64]) -> String {
    Self.decimal(Double(operations) * 1e9 / max(Self.median(times), 1))
  }

  private static func median(_ times: [UInt64]) -> Double {
    quantile(times.map { Double($0) }.sorted(), 0.5)
  }

  /// The nearest of the sorted values; 0 of none, which a contest of no rounds has.
  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }

  package static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  package static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}
