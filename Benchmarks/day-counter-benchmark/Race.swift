import Glibc

/// Times the core and its peer in rounds.
struct Race {
  /// Nanoseconds of each round.
  typealias Times = (core: [UInt64], peer: [UInt64])

  let rounds: Int

  /// Times both bodies in each round, in random order.
  func times(_ core: () throws -> Void, against peer: () throws -> Void) throws -> Times {
    // The pages are read and the statements prepared before the first round.
    try core()
    try peer()
    var times: Times = ([], [])
    for _ in 0..<rounds {
      if Bool.random() {
        times.core.append(try Self.time(core))
        times.peer.append(try Self.time(peer))
      } else {
        times.peer.append(try Self.time(peer))
        times.core.append(try Self.time(core))
      }
    }
    return times
  }

  private static func time(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = nanoseconds()
    try body()
    return nanoseconds() - start
  }

  private static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// One measurement of both sides: operations per second, and the ratio of times round by round.
struct ResultLine {
  static let header =
    pad("", 12) + pad("count", 8, right: true) + pad("core/s", 12, right: true)
    + pad("C/s", 12, right: true) + pad("ratio", 9, right: true) + "   quartiles"

  let name: String
  /// Things in the store, or days in the picture.
  let count: Int
  /// Operations in a round.
  let operations: Int
  let times: Race.Times

  var text: String {
    let ratios = zip(times.core, times.peer).map { Double($0) / Double(max($1, 1)) }.sorted()
    return Self.pad(name, 12) + Self.pad("\(count)", 8, right: true)
      + Self.pad(rate(times.core), 12, right: true) + Self.pad(rate(times.peer), 12, right: true)
      + Self.pad(Self.decimal(Self.quantile(ratios, 0.5)), 9, right: true)
      + "   \(Self.decimal(Self.quantile(ratios, 0.25)))"
      + " to \(Self.decimal(Self.quantile(ratios, 0.75)))"
  }

  private func rate(_ times: [UInt64]) -> String {
    let median = Self.quantile(times.map { Double($0) }.sorted(), 0.5)
    return Self.decimal(Double(operations) * 1e9 / max(median, 1))
  }

  /// The nearest of the sorted values; 0 of none, which a race of no rounds has.
  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }

  private static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}
