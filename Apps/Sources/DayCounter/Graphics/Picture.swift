import CCairo

/// The picture of a number of days: its marks on a thing's colour.
///
/// ```swift
/// let png = try Picture(thing).png(width: 640, height: 640)
/// ```
public struct Picture: Sendable {
  /// The sides of pictures, in pixels: the largest takes 64 MiB while it is drawn.
  public static let sides = 64...4_096
  /// Smaller marks, in pixels, run together.
  static let smallestCell = 3.0

  /// What is drawn.
  public let marks: Marks
  /// What it is drawn on.
  public let colour: Colour

  /// The picture of a thing, as the main view shows it.
  public init(_ thing: Thing) {
    self.init(Marks(thing.count), on: thing.settings.colour)
  }

  /// The picture of any marks.
  package init(_ marks: Marks, on colour: Colour) {
    (self.marks, self.colour) = (marks, colour)
  }

  /// Draws the picture as a PNG, with width and height in pixels.
  /// - Throws: ``CounterError/sizeNotAllowed(width:height:allowed:)``,
  ///   ``CounterError/tooManyDays(days:limit:)``, ``CounterError/notDrawn(reason:)``.
  public func png(width: Int, height: Int) throws(CounterError) -> [UInt8] {
    guard Self.sides.contains(width), Self.sides.contains(height) else {
      throw .sizeNotAllowed(width: width, height: height, allowed: Self.sides)
    }
    let margin = Double(min(width, height)) / 20
    let (innerWidth, innerHeight) = (Double(width) - 2 * margin, Double(height) - 2 * margin)
    let limit = Int(innerWidth / Self.smallestCell) * Int(innerHeight / Self.smallestCell)
    let (cells, fewest, daysInCell) = self.cells
    guard cells <= limit else { throw .tooManyDays(days: days, limit: limit * daysInCell) }
    let grid = CellGrid(cells, columns: fewest, width: innerWidth, height: innerHeight)
    let paper = try Paper(width: width, height: height, colour: colour)
    paper.move(by: margin)
    switch marks {
    case .tally(let tally): draw(tally, in: grid, on: paper)
    case .boxes(let count): draw(WindingRow(count: count, width: grid.columns), in: grid, on: paper)
    }
    return try paper.png()
  }

  /// The number of cells, of which a row has at least so many, and of days in one.
  private var cells: (count: Int, fewest: Int, daysInCell: Int) {
    switch marks {
    case .tally(let tally): (tally.bundles + (tally.strokes > 0 ? 1 : 0), 5, 5)
    case .boxes(let count): (count, 7, 1)
    }
  }

  private var days: Int {
    switch marks {
    case .tally(let tally): 5 * tally.bundles + tally.strokes
    case .boxes(let count): count
    }
  }

  /// The colours of marks, and of the way that boxes lie on.
  package var inks: (marks: Colour, way: Colour) {
    (colour.ink, colour.mixed(with: colour.ink, share: 0.35))
  }

  // Shares of a cell: where strokes stand, where they end, how wide they are.
  private static let strokes = [0.2, 0.4, 0.6, 0.8]
  private static let ends = (top: 0.15, bottom: 0.85)
  private static let across = (left: 0.08, from: 0.68, right: 0.92, to: 0.32)
  private static let strokeWidth = 0.07
  private static let gap = 0.12

  private func draw(_ tally: Tally, in grid: CellGrid, on paper: Paper) {
    paper.use(inks.marks)
    let side = grid.side
    for row in 0..<grid.rows {
      let top = Double(row) * side
      let first = row * grid.columns
      for cell in first..<min(first + grid.columns, tally.bundles + 1) {
        let left = Double(cell - first) * side
        let isBundle = cell < tally.bundles
        for stroke in 0..<(isBundle ? 4 : tally.strokes) {
          let x = left + Self.strokes[stroke] * side
          paper.line((x, top + Self.ends.top * side), (x, top + Self.ends.bottom * side))
        }
        guard isBundle else { continue }
        paper.line(
          (left + Self.across.left * side, top + Self.across.from * side),
          (left + Self.across.right * side, top + Self.across.to * side))
      }
      // Row by row: cairo takes more than twice as long for twice the strokes at once.
      paper.stroke(width: Self.strokeWidth * side)
    }
  }

  private func draw(_ boxes: WindingRow, in grid: CellGrid, on paper: Paper) {
    let side = grid.side
    func centre(_ box: Int) -> Paper.Point {
      let place = boxes.place(of: box)
      return ((Double(place.column) + 0.5) * side, (Double(place.row) + 0.5) * side)
    }
    // The way that the boxes lie on: along each row, and down to the next.
    paper.use(inks.way)
    let ends = (0..<boxes.rows).flatMap { row in
      [row * boxes.width, row * boxes.width + boxes.length(ofRow: row) - 1]
    }
    for (end, next) in zip(ends, ends.dropFirst()) { paper.line(centre(end), centre(next)) }
    paper.stroke(width: 0.2 * side)
    paper.use(inks.marks)
    for row in 0..<boxes.rows {
      for step in 0..<boxes.length(ofRow: row) {
        let place = boxes.place(of: row * boxes.width + step)
        paper.square(
          at: ((Double(place.column) + Self.gap) * side, (Double(place.row) + Self.gap) * side),
          side: (1 - 2 * Self.gap) * side)
      }
      paper.fill()
    }
  }
}
