/// One pair of fresh processes; times in µs, memory in kB.
struct MeasuredPair {
  /// What a pair is judged by.
  enum Quantity: Int, CaseIterable {
    /// User and system time.
    case cpu
    /// Wall time without waits for a CPU.
    case running
    /// Peak resident memory.
    case peak
  }

  private let baseline: [Double]
  private let candidate: [Double]

  /// The six measurements of a line: of each quantity the baseline's, then the candidate's.
  init(measurements: [Double]) {
    baseline = stride(from: 0, to: measurements.count, by: 2).map { measurements[$0] }
    candidate = stride(from: 1, to: measurements.count, by: 2).map { measurements[$0] }
  }

  private init(baseline: [Double], candidate: [Double]) {
    self.baseline = baseline
    self.candidate = candidate
  }

  func baseline(_ quantity: Quantity) -> Double { baseline[quantity.rawValue] }
  func candidate(_ quantity: Quantity) -> Double { candidate[quantity.rawValue] }

  /// The same pair with a candidate that takes more.
  func scaled(_ quantity: Quantity, by factor: Double) -> MeasuredPair {
    var scaled = candidate
    scaled[quantity.rawValue] *= factor
    return MeasuredPair(baseline: baseline, candidate: scaled)
  }
}
