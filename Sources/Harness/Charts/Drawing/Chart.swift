import Statistics

/// A picture of measurements, as a plain value.
///
/// A chart knows nothing of processes and files: it says what is to be drawn, as text for
/// gnuplot, and what the picture shows, as words. `ChartRenderer` draws it.
public protocol Chart: Sendable {
  /// The heading, drawn above the data.
  var title: String { get }

  /// A note for the reader beside the axes, such as what the error bars are; drawn small
  /// under the title, and empty for nothing.
  var note: String { get }

  /// The content of the picture, with its main values, for readers who do not see it.
  var alternativeText: String { get }

  /// Returns how large it has to be to be legible.
  ///
  /// - Throws: `ChartDataError.sizeOutOfRange` for more than a picture can hold.
  func size() throws(ChartDataError) -> ChartSize

  /// The commands that draw this chart: everything but the terminal and the shared style.
  func plot(on canvas: ChartCanvas) -> GnuplotScript
}

extension Chart {
  /// As large as most charts.
  public func size() throws(ChartDataError) -> ChartSize { .standard }

  /// Returns how alternative texts begin.
  func spoken(as kind: String, of what: String) -> String {
    "\(kind): \(title)\(note.isEmpty ? "" : " (\(note))"), \(what)."
  }

  /// The whole script for one format and size.
  ///
  /// Equal charts give equal scripts, so a drawn file changes only when its chart does.
  public func script(
    as format: ChartFormat, size: ChartSize = .standard
  ) -> GnuplotScript {
    let canvas = ChartCanvas(format: format, size: size)
    let body = plot(on: canvas)
    var script = GnuplotScript(identifier: body.fingerprint(with: title))
    script.add(canvas.terminal(named: script.identifier))
    script.add(ChartStyle.opening)
    script.add(body)
    if [.png, .pdf].contains(format) { script.add(ChartCanvas.fontCheck) }
    return script
  }
}

/// The quantity on an axis, and its unit.
public struct ChartAxis: Sendable, Equatable {
  /// The quantity, such as `peak memory`.
  public let label: String
  /// The unit's symbol, such as `MB`; empty for pure numbers.
  public let unit: String

  /// Makes an axis; a quantity without a unit is a count or a ratio.
  public init(_ label: String, unit: String = "") {
    self.label = label
    self.unit = unit
  }

  /// The label as drawn: `peak memory (MB)`.
  public var caption: String { unit.isEmpty ? label : "\(label) (\(unit))" }

  /// The caption as it is read aloud: `peak memory in MB`.
  var spoken: String { unit.isEmpty ? label : "\(label) in \(unit)" }

  /// A value with this axis's unit: `4.02 MB`.
  func worded(_ value: Double, _ format: NumberFormat = .plain) -> String {
    let number = format.string(for: value)
    return unit.isEmpty ? number : "\(number) \(unit)"
  }
}

/// A finite point.
public struct ChartPoint: Sendable, Equatable {
  /// Where it is along the horizontal axis, in that axis's unit.
  public let x: Double
  /// Where it is along the vertical axis, in that axis's unit.
  public let y: Double

  /// Makes a point.
  ///
  /// - Throws: `ChartDataError.notFinite`.
  public init(x: Double, y: Double) throws(ChartDataError) {
    guard x.isFinite else { throw .notFinite("a point's x", x) }
    guard y.isFinite else { throw .notFinite("a point's y", y) }
    self.x = x
    self.y = y
  }
}

/// Title, note and legend, one below the other above the data, which they never cover.
/// gnuplot itself would put the legend above the title.
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
    // Beside its text, an entry has a sample and a gap.
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

  /// The heading drawn by itself, for charts whose data are narrower than the picture: gnuplot
  /// breaks a legend into lines by the width of the data that it is plotted with.
  ///
  /// It stands at the beginning of a multiplot; ranges, margins and tics are set anew after it.
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

  /// `text` in at most `limit` lines; what is longer ends in an ellipsis.
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
