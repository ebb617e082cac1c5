import Statistics

/// A straight line through the resident memory at the ends of cycles, as teams write it to find leaks.
struct LeastSquares {
  /// Bytes a cycle.
  let slope: Double
  /// P(a slope at least this great) of independent normal errors around a level line.
  let pValue: Double

  init(_ values: [Int64]) throws {
    let n = Double(values.count)
    let (meanTime, mean) = ((n - 1) / 2, values.reduce(0.0) { $0 + Double($1) } / n)
    var (timeSquares, products) = (0.0, 0.0)
    for (index, value) in values.enumerated() {
      timeSquares += (Double(index) - meanTime) * (Double(index) - meanTime)
      products += (Double(index) - meanTime) * (Double(value) - mean)
    }
    slope = products / timeSquares
    var errors = 0.0
    for (index, value) in values.enumerated() {
      let fitted = mean + slope * (Double(index) - meanTime)
      errors += (Double(value) - fitted) * (Double(value) - fitted)
    }
    let standardError = (errors / (n - 2) / timeSquares).squareRoot()
    // Resident memory of a small app often stays where it is.
    pValue =
      standardError > 0
      ? try StudentT(degreesOfFreedom: n - 2).upperTail(slope / standardError) : slope > 0 ? 0 : 1
  }
}

/// What is resident of what is live: whole pages, which an allocator takes by 132 KiB and gives back
/// where more than 128 KiB are free at the end of the heap, as glibc does.
struct ResidentMemory {
  static func values(ofLive live: [Int64]) -> [Int64] {
    var (top, touched): (Int64, Int64) = (0, 0)
    return live.map { bytes in
      if bytes > top { top = bytes + 135_168 }
      if top - bytes > 2 * 135_168 { (top, touched) = (bytes + 135_168, bytes) }
      touched = max(touched, bytes)
      return 6_000_000 + (touched + 4095) / 4096 * 4096
    }
  }
}
