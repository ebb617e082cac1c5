import Metrics

/// Counts of latencies by their length, to three digits, in the buckets of HdrHistogram: of a nanosecond up to 2 µs, of
/// two up to 4 µs, and so on.
///
/// The package hdrhistogram-swift keeps each bucket of the whole range, some 200 kB a step, and brings two more
/// packages; here only buckets with counts are kept, since an experiment has thousands of steps.
///
/// Source: <https://hdrhistogram.github.io/HdrHistogram/>.
public struct LatencyHistogram: Sendable, Equatable {
  /// A range of latencies that are counted together.
  public struct Bucket: Sendable, Equatable {
    /// Its number, from 0 for the least latencies.
    let number: Int
    /// The number of latencies in it, at least one.
    public fileprivate(set) var count: Int

    /// The number of buckets of one size; those of the smallest are twice as many.
    public static let perOctave = 1024
    /// The number of the bucket of the greatest latency.
    fileprivate static let last = Bucket.number(of: .max)

    /// The binary logarithm of its size.
    private var shift: Int { max(0, number / Self.perOctave - 1) }
    /// The number of its size, from 1 for the smallest.
    public var octave: Int { shift + 1 }
    /// The least latency in it, ns.
    public var lowest: Int64 { Int64(number - shift * Self.perOctave) << shift }
    /// The greatest latency in it, ns.
    public var highest: Int64 { lowest + ((Int64(1) << shift) - 1) }
    /// The latency in its middle, rounded up, ns.
    public var middle: Int64 { lowest + (Int64(1) << shift) / 2 }

    fileprivate static func number(of latency: Int64) -> Int {
      let shift = max(0, 53 - latency.leadingZeroBitCount)
      return shift * perOctave + Int(latency >> shift)
    }
  }

  /// Those that have latencies, the lowest first.
  public private(set) var buckets: [Bucket]

  /// Counts latencies, in ns; those below 0 are counted as 0.
  public init(_ latencies: [Int64] = []) {
    buckets = []
    for latency in latencies.sorted() {
      let number = Bucket.number(of: max(0, latency))
      if buckets.last?.number == number {
        buckets[buckets.count - 1].count += 1
      } else {
        buckets.append(Bucket(number: number, count: 1))
      }
    }
  }

  /// The latencies of several, together.
  public init(merging parts: [LatencyHistogram]) {
    var counts: [Int: Int] = [:]
    for bucket in parts.flatMap(\.buckets) { counts[bucket.number, default: 0] += bucket.count }
    buckets = counts.sorted { $0.key < $1.key }.map { Bucket(number: $0.key, count: $0.value) }
  }

  /// The number of latencies.
  public var count: Int { buckets.reduce(0) { $0 + $1.count } }

  /// The mean, ns; 0 if there are none.
  public var mean: Double { count == 0 ? 0 : sum / Double(count) }

  /// All latencies together, ns.
  public var sum: Double { buckets.reduce(0) { $0 + Double($1.middle) * Double($1.count) } }

  /// The latency that so many are not longer than, from 1 to their number, ns: the greatest of its bucket.
  public func latency(atRank rank: Int) -> Int64 {
    var counted = 0
    for bucket in buckets {
      counted += bucket.count
      if counted >= rank { return bucket.highest }
    }
    return buckets.last?.highest ?? 0
  }

  /// The least time that at least a share of all took no longer than, ns.
  public func latency(ofShare share: Double) -> Int64 {
    latency(atRank: max(1, Int((share * Double(count)).rounded(.up))))
  }

  /// The number of latencies that are not longer than a time in ns, to three digits.
  public func count(upTo time: Int64) -> Int {
    buckets.prefix { $0.lowest <= time }.reduce(0) { $0 + $1.count }
  }

  /// The percentiles that are metrics.
  public var percentiles: [Metric: Double] { Metric.percentiles(of: count) { latency(atRank: $0) } }
}

extension LatencyHistogram: Codable {
  /// Decodes a list: for each bucket its distance to the one before, and its count.
  /// - Throws: `DecodingError` if the list can't be of a histogram.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let numbers = try container.decode([Int].self)
    func refuse() -> DecodingError {
      DecodingError.dataCorruptedError(in: container, debugDescription: "It is no histogram.")
    }
    guard numbers.count.isMultiple(of: 2) else { throw refuse() }
    buckets = []
    var (number, total) = (0, 0)
    for place in stride(from: 0, to: numbers.count, by: 2) {
      let (distance, count) = (numbers[place], numbers[place + 1])
      // Distances and counts are limited first, so that no sum can overflow.
      guard (place == 0 ? 0 : 1)...Bucket.last ~= distance, number + distance <= Bucket.last,
        1...1 << 32 ~= count, total <= 1 << 48
      else { throw refuse() }
      number += distance
      total += count
      buckets.append(Bucket(number: number, count: count))
    }
  }

  /// Encodes the list.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    var before = 0
    var numbers: [Int] = []
    for bucket in buckets {
      numbers += [bucket.number - before, bucket.count]
      before = bucket.number
    }
    try container.encode(numbers)
  }
}

extension Metric {
  /// The percentiles of so many latencies, each if at least one of them took longer. A percentile is the least time
  /// that at least that share of all took no longer than; `latency` returns the one at a rank, from 1.
  static func percentiles(of count: Int, _ latency: (Int) -> Int64) -> [Metric: Double] {
    zip(latencies, [0.5, 0.9, 0.95, 0.99, 0.999]).reduce(into: [:]) { values, percentile in
      let rank = Int((percentile.1 * Double(count)).rounded(.up))
      if rank > 0, rank < count { values[percentile.0] = Double(latency(rank)) }
    }
  }
}
