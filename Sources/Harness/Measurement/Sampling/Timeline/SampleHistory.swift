import Recording

/// The samples of a watch of any length, in bounded memory.
///
/// When full, it halves itself: of every four consecutive samples it keeps those with minimum and
/// maximum resident memory, and thins new ones in the same way from then on. So the extremes of
/// memory are kept, and counters, which only grow, stay right between any two kept samples. The
/// extremes of CPU use over a short window would be lost, so they are tracked as samples come.
struct SampleHistory {
  private let limit: Int
  private var kept: [Sample] = []
  private var first: Sample?
  private var last: Sample?
  private var bucket = Bucket()
  private var window = UsageWindow()
  private(set) var samplesPerKept = 1
  private var count: Int64 = 0

  /// - Parameter limit: the most samples to keep; 4 or more.
  init(limit: Int) { self.limit = limit }

  mutating func append(_ sample: Sample) {
    if first == nil { first = sample }
    last = sample
    count += 1
    window.append(sample)
    guard samplesPerKept > 1 else {
      kept.append(sample)
      return thinIfFull()
    }
    bucket.append(sample)
    guard bucket.count == 2 * samplesPerKept else { return }
    kept += bucket.extremes
    bucket = Bucket()
    thinIfFull()
  }

  private mutating func thinIfFull() {
    guard kept.count >= limit else { return }
    var downsampled: [Sample] = []
    downsampled.reserveCapacity(limit)
    var four = Bucket()
    for sample in kept {
      four.append(sample)
      guard four.count == 4 else { continue }
      downsampled += four.extremes
      four = Bucket()
    }
    kept = downsampled + four.extremes
    samplesPerKept *= 2
  }

  /// The kept samples in order of time, always with the first and the last.
  var samples: [Sample] {
    let ends = [first, last].compactMap(\.self)
    var times: Set<Int64> = []
    return (kept + bucket.extremes + ends).sorted { $0.time < $1.time }
      .filter { times.insert($0.time).inserted }
  }

  /// The mean interval of all samples taken, ns; nil for fewer than two.
  var meanDistance: Int64? {
    guard let first, let last, count > 1 else { return nil }
    return (last.time - first.time) / (count - 1)
  }

  /// The loss by downsampling; nil if all samples are kept.
  var downsampling: Downsampling? {
    guard samplesPerKept > 1 else { return nil }
    return Downsampling(
      samplesPerKept: samplesPerKept, peakCPU: window.maximum, lowestCPU: window.minimum)
  }
}

/// The extremes and the rate, if there were too many samples to keep.
public struct Downsampling: Sendable, Equatable {
  /// The number of samples taken for each one kept.
  public let samplesPerKept: Int
  /// The greatest share of one CPU over any `Timeline.usageWindow`, percent; nil if the watch was shorter.
  public let peakCPU: Double?
  /// The smallest share, in the same way.
  public let lowestCPU: Double?
}

/// A group of samples that becomes two.
private struct Bucket {
  private(set) var count = 0
  private var minimum: Sample?
  private var maximum: Sample?

  mutating func append(_ sample: Sample) {
    count += 1
    // Among equals, the first is the minimum and the last the maximum, so that their times differ.
    if minimum.map({ sample.resident < $0.resident }) ?? true { minimum = sample }
    if maximum.map({ sample.resident >= $0.resident }) ?? true { maximum = sample }
  }

  /// Only one if it has a single sample.
  var extremes: [Sample] {
    guard let minimum, let maximum else { return [] }
    return minimum == maximum ? [minimum] : [minimum, maximum].sorted { $0.time < $1.time }
  }
}

/// CPU use over a window that slides from sample to sample, as in ``Timeline/usage(over:)``.
private struct UsageWindow {
  private var recent: [Sample] = []
  private(set) var maximum: Double?
  private(set) var minimum: Double?

  mutating func append(_ sample: Sample) {
    recent.append(sample)
    while recent.count > 2, sample.time - recent[1].time >= Timeline.usageWindow {
      recent.removeFirst()
    }
    guard sample.time - recent[0].time >= Timeline.usageWindow else { return }
    let share = Timeline.Usage(from: recent[0], to: sample).cpu
    maximum = max(maximum ?? share, share)
    minimum = min(minimum ?? share, share)
  }
}
