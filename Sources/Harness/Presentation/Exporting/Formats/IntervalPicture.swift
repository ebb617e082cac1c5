import Analysis
import Metrics
import Reports
import Tables

/// The changes of gated cells as bars in plain text, each metric on one scale.
///
/// A job's summary shows Markdown but none of the job's files: pictures need an address on the network, and
/// embedded ones are removed. Box characters have equal width wherever code is shown, so this is a picture
/// there, in a log and in a mail.
enum IntervalPicture {
  /// The columns on each side of no change.
  private static let half = 20
  /// The greatest number of cells shown; if there are more, those with the largest changes.
  private static let maximumCells = 40

  /// The picture's lines, or nil if no cell has a ratio.
  static func lines(of judgement: Judgement) -> [String]? {
    let all = judgement.gated.compactMap(CellInterval.init)
    guard !all.isEmpty else { return nil }
    let rows = largest(all)
    var lines: [String] = []
    for metric in Set(rows.map(\.metric)).sorted() {
      let own = rows.filter { $0.metric == metric }
      let scale = scale(reaching: own.map(\.reach).max() ?? 0)
      lines += [heading(metric, scale)] + own.map { $0.line(on: scale, half: half) }
    }
    if all.count > rows.count { lines.append("and \(all.count - rows.count) more") }
    return lines
  }

  /// The rows with the largest changes, in their own order.
  private static func largest(_ rows: [CellInterval]) -> [CellInterval] {
    let chosen = rows.indices.sorted {
      (rows[$1].reach, $0) < (rows[$0].reach, $1)
    }.prefix(maximumCells)
    return chosen.sorted().map { rows[$0] }
  }

  /// The smallest of 1, 2 and 5 and their tenfolds, in percent, that a change fits into; at least half a
  /// percent, within which nothing matters.
  private static func scale(reaching reach: Double) -> Double {
    var step = 0.1
    while step < 1e9 {
      for factor in [1.0, 2, 5] where step * factor >= max(reach, 0.5) { return step * factor }
      step *= 10
    }
    return reach
  }

  private static func heading(_ metric: Metric, _ scale: Double) -> String {
    let (low, high) = ("-\(plain(scale)) %", "+\(plain(scale)) %")
    let left = low + String(repeating: " ", count: max(1, half - low.count)) + "0"
    return left + String(repeating: " ", count: max(1, half - high.count)) + high + "  "
      + metric.title
  }

  private static func plain(_ scale: Double) -> String {
    // Few pairs can have an interval that no whole number holds.
    scale < 1 || scale >= 1e9 ? "\(scale)" : "\(Int(scale))"
  }

  /// A cell's change with its interval or range, in percent.
  private struct CellInterval {
    let metric: Metric
    let point: Double
    let lower: Double
    let upper: Double
    let words: String

    init?(_ cell: JudgedCell) {
      guard let value = cell.outcome.result?.value else { return nil }
      if !value.isRatio { return nil }
      let values = [value.point, value.lower, value.upper].map { ($0 - 1) * 100 }
      guard values.allSatisfy(\.isFinite) else { return nil }
      metric = cell.name.metric
      (point, lower, upper) = (values[0], values[1], values[2])
      words = "\(PlainLine(cell.clause)), \(cell.word)"
    }

    var reach: Double { max(abs(lower), abs(upper), abs(point)) }

    /// The bar, then the words, so that no line starts with a foreign name.
    func line(on scale: Double, half: Int) -> String {
      func column(_ change: Double) -> Int { half + Int((change / scale * Double(half)).rounded()) }
      var bar = [Character](repeating: " ", count: 2 * half + 1)
      let (start, end, middle) = (column(lower), column(upper), column(point))
      for place in start...max(start, end) { bar[place] = "─" }
      if end > start { (bar[start], bar[end]) = ("├", "┤") }
      bar[half] = start <= half && half <= end ? "┼" : "│"
      bar[middle] = "╋"
      return String(bar) + "  " + words
    }
  }
}
