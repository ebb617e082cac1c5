/// Title, note and legend, one below the other above the data, which they never cover. gnuplot itself would
/// put the legend above the title.
struct ChartHeading {
  /// The lower end, in pixels from the top.
  let bottom: Double

  private let titleLines: [String]
  private let noteLines: [String]
  private let legendTop: Double
  private let columns: Int
  private let canvas: ChartCanvas

  private static let top = 14.0
  private static let titleHeight = ChartStyle.titleSize * 1.4
  private static let noteHeight = ChartStyle.smallSize * 1.4
  private static let legendHeight = ChartStyle.textSize * 1.35

  init(_ chart: some Chart, entries: [String], on canvas: ChartCanvas) {
    let room = canvas.width - 60
    titleLines = Self.lines(chart.title, 3, to: room, size: ChartStyle.titleSize)
    noteLines =
      chart.note.isEmpty
      ? [] : Self.lines(chart.note, 2, to: room, size: ChartStyle.smallSize)
    // An entry has its text, a sample and a gap.
    let widest = entries.map { TextMetrics.width($0, size: ChartStyle.textSize) + 70 }.max() ?? 0
    let fitting = max(1, min(entries.count, Int(room / max(widest, 1))))
    let rows = entries.isEmpty ? 0 : (entries.count + fitting - 1) / fitting
    columns = rows == 0 ? 1 : (entries.count + rows - 1) / rows
    legendTop =
      Self.top + Double(titleLines.count) * Self.titleHeight
      + Double(noteLines.count) * Self.noteHeight + 6
    bottom = legendTop + Double(rows) * Self.legendHeight + 10
    self.canvas = canvas
  }

  /// The commands that draw title and note, and place the legend.
  var commands: String {
    var commands: [String] = []
    var y = Self.top
    func write(_ lines: [String], height: Double, size: Double, _ colour: String) {
      for line in lines {
        commands.append(
          "set label \(ScriptText.literal(line)) at screen 0.5, "
            + "screen \(canvas.fromBottom(y + height / 2)) center "
            + "\(canvas.font(size)) textcolor rgb '\(colour)'")
        y += height
      }
    }
    write(titleLines, height: Self.titleHeight, size: ChartStyle.titleSize, ChartStyle.ink)
    write(noteLines, height: Self.noteHeight, size: ChartStyle.smallSize, ChartStyle.muted)
    commands.append(
      "set key at screen 0.5, screen \(canvas.fromBottom(legendTop)) center top horizontal "
        + "maxcols \(columns) Left reverse \(canvas.ink) width 1 samplen 2")
    return commands.joined(separator: "\n")
  }

  /// The heading drawn separately, for charts whose data are narrower than the picture: gnuplot breaks a
  /// legend into lines by the width of its data.
  ///
  /// It is at the beginning of a multiplot; ranges, margins and tics are set again after it.
  func plotted(_ entries: [String], on canvas: ChartCanvas) -> String {
    """
    \(commands)
    set lmargin at screen 0
    set rmargin at screen 1
    set tmargin at screen \(canvas.fromBottom(bottom - 1))
    set bmargin at screen \(canvas.fromBottom(bottom))
    set xrange [0:1]
    set yrange [0:1]
    unset border
    unset tics
    plot NaN notitle, \(entries.joined(separator: ", "))
    unset key
    unset label
    \(ChartStyle.border)
    \(ChartStyle.tics)
    """
  }

  /// `text` in at most `limit` lines; a longer text ends in an ellipsis.
  private static func lines(
    _ text: String, _ limit: Int, to room: Double, size: Double
  ) -> [String] {
    guard let lines = TextMetrics.wrapped(text, to: room, size: size) else {
      return [TextMetrics.shortened(text, to: room, size: size)]
    }
    guard lines.count > limit else { return lines }
    let rest = lines.dropFirst(limit - 1).joined(separator: " ")
    return lines.prefix(limit - 1) + [TextMetrics.shortened(rest, to: room, size: size)]
  }
}
