import Statistics

/// A picture of measurements, as a plain value.
///
/// A chart knows nothing about processes and files: it says what to draw, as text for gnuplot, and what the
/// picture shows, in words. `ChartRenderer` draws it.
public protocol Chart: Sendable {
  /// The heading, drawn above the data.
  var title: String { get }

  /// A note for the reader, such as the meaning of the error bars; drawn small under the title, empty for
  /// none.
  var note: String { get }

  /// The content of the picture, with its main values, for readers who can't see it.
  var alternativeText: String { get }

  /// The height that it needs to be legible, in pixels.
  var height: Double { get }

  /// The commands that draw this chart: everything but the terminal and the shared style.
  func plot(on canvas: ChartCanvas) -> GnuplotScript
}

extension Chart {
  /// The height of most charts.
  public var height: Double { Double(ChartSize.standard.height) }

  /// Returns the size that it needs to be legible: all charts are equally wide.
  /// - Throws: `ChartError.sizeOutOfRange` if a picture can't hold that much.
  public func size() throws(ChartError) -> ChartSize {
    try ChartSize(width: ChartSize.standard.width, height: max(320, Int(height.rounded(.up))))
  }

  /// Returns the beginning of an alternative text.
  func spoken(as kind: String, of what: String) -> String {
    "\(kind): \(title)\(note.isEmpty ? "" : " (\(note))"), \(what)."
  }

  /// The whole script for one format and size.
  ///
  /// Equal charts give equal scripts, so a drawn file changes only if its chart does.
  public func script(as format: ChartFormat, size: ChartSize = .standard) -> GnuplotScript {
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

/// A finite point.
public struct ChartPoint: Sendable, Equatable {
  /// The place along the horizontal axis, in that axis's unit.
  public let x: Double
  /// The place along the vertical axis, in that axis's unit.
  public let y: Double

  /// Makes a point.
  /// - Throws: `ChartError.notFinite`.
  public init(x: Double, y: Double) throws(ChartError) {
    guard x.isFinite else { throw .notFinite("a point's x", x) }
    guard y.isFinite else { throw .notFinite("a point's y", y) }
    self.x = x
    self.y = y
  }
}
