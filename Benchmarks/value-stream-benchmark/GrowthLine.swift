/// One measurement at several sizes: the time of an operation at the smallest, and what the others
/// take of it; the same of the peer.
struct GrowthLine {
  /// A side's nanoseconds: a list of rounds for each size.
  typealias Times = [[UInt64]]

  let name: String
  /// Operations in a round.
  let operations: Int
  let core: Times
  let peer: Times

  /// Above the rows.
  static func header(_ sizes: [Int]) -> String {
    let side = sizes.enumerated().map { pad($0 == 0 ? "\($1): us" : "\($1)", 11) }.joined()
    return pad("", 12) + side + "   peer" + side
  }

  var text: String {
    let name = name + String(repeating: " ", count: max(0, 12 - name.count))
    return name + columns(core) + "       " + columns(peer)
  }

  private func columns(_ times: Times) -> String {
    guard let smallest = times.first else { return "" }
    let micros = smallest.map { Double($0) / Double(operations) / 1_000 }
    let ratios = times.dropFirst().map { rounds in
      "x "
        + Self.decimal(Self.median(zip(rounds, smallest).map { Double($0) / Double(max($1, 1)) }))
    }
    return ([Self.decimal(Self.median(micros))] + ratios).map { Self.pad($0, 11) }.joined()
  }

  /// The middle one; 0 of none, which a benchmark of no rounds has.
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private static func decimal(_ value: Double) -> String {
    let thousandths = Int((value * 1_000).rounded())
    let rest = "\(thousandths % 1_000)"
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
