import Foundation
import Recording
import Reports
import Tables

/// The text in which HdrHistogram prints percentiles: a block for each load, request and repeated step on each build,
/// over all runs, in milliseconds. A line with `#` before each block says of what it is; plotters skip it.
///
/// Source: `AbstractHistogram.outputPercentileDistribution` of <https://github.com/HdrHistogram/HdrHistogram>, with
/// five ticks for each half of the distance to 100 %.
public enum HdrPercentiles {
  /// The file's text.
  /// - Throws: `OutputError.noMeasurements`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let experiment = try experiments.only(for: "hgrm")
    let blocks = experiment.latencies.map { pooled -> String in
      let name = ["\(pooled.story) on \(pooled.build)", pooled.step].compactMap(\.self)
      return heading(name.joined(separator: ", ")) + block(of: pooled.latencies)
    }
    if blocks.isEmpty { throw .noMeasurements(format: "hgrm", wanted: "latencies") }
    return blocks.joined(separator: "\n")
  }

  private static func heading(_ name: String) -> String {
    PlainText("# \(PlainLine(name))").description + "\n"
  }

  private static func block(of latencies: LatencyHistogram) -> String {
    let all = latencies.count
    var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
    var counted = 0
    var level = 0.0
    func line(_ bucket: LatencyHistogram.Bucket, _ share: Double) {
      text += String(format: "%12.3f %2.12f %10ld", Double(bucket.highest) / 1e6, share, counted)
      text += share < 1 ? String(format: " %14.2f\n", 1 / (1 - share)) : "\n"
    }
    for bucket in latencies.buckets {
      counted += bucket.count
      repeat {
        if 100 * Double(counted) / Double(all) < level { break }
        line(bucket, level / 100)
        level = next(level)
      } while counted < all
      if counted == all { line(bucket, 1) }
    }
    return text + summary(of: latencies)
  }

  /// The percentile after another, in percent.
  private static func next(_ level: Double) -> Double {
    let halvings = log2(100 / (100 - level)).rounded(.down) + 1
    return level + 100 / (5 * pow(2, halvings))
  }

  private static func summary(of latencies: LatencyHistogram) -> String {
    let mean = latencies.mean
    let squares = latencies.buckets.reduce(0.0) { sum, bucket in
      let distance = Double(bucket.middle) - mean
      return sum + distance * distance * Double(bucket.count)
    }
    let deviation = (squares / Double(max(1, latencies.count))).squareRoot()
    return String(
      format: "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean / 1e6, deviation / 1e6)
      + String(
        format: "#[Max     = %12.3f, Total count    = %12ld]\n",
        Double(latencies.buckets.last?.highest ?? 0) / 1e6, latencies.count)
      + String(
        format: "#[Buckets = %12ld, SubBuckets     = %12ld]\n",
        latencies.buckets.last?.octave ?? 1, 2 * LatencyHistogram.Bucket.perOctave)
  }
}
