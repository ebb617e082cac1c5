import AppPages

/// Where things stand on the pages of a difference, or on one picture; points.
struct DifferenceSheet {
  /// A line of a list.
  static let line = 16.0
  /// A list's heading, with the names of its columns.
  static let listHead = 38.0

  /// Pages of A4.
  static let ofPage = DifferenceSheet(
    lines: lines(from: DifferenceSheet(lines: 0).firstListTop))

  /// The lines of the first page's lists.
  private let firstLines: Int

  /// A sheet whose first page, or only picture, has lists of so many lines.
  init(lines: Int) {
    firstLines = lines
  }

  var title: Box { Sheet.ofPage.title }

  /// The table of figures.
  var figures: Box { Box(x: title.x, y: title.bottom + 12, width: title.width, height: 78) }

  /// Both maps on one scale of time.
  var times: Box { Box(x: title.x, y: figures.bottom + 16, width: title.width, height: 50) }

  var firstListTop: Double { times.bottom + 18 }
  var nextListTop: Double { title.bottom + 14 }

  /// The letters of the classifications, below the lists of a picture.
  var footer: Box {
    let bottom = firstListTop + Self.listHead + Double(max(firstLines, 1)) * Self.line
    return Box(x: title.x, y: bottom + 14, width: title.width, height: 12)
  }

  /// The height of a picture.
  var height: Double { footer.bottom + Sheet.margin }

  /// The heading of the list at the left.
  func left(at top: Double) -> Box { list(at: top, x: title.x) }

  /// The heading of the list at the right.
  func right(at top: Double) -> Box { list(at: top, x: title.x + title.width / 2 + 14) }

  private func list(at top: Double, x: Double) -> Box {
    Box(x: x, y: top, width: title.width / 2 - 14, height: Self.listHead)
  }

  /// The pages that lists take.
  func pages(of lines: Int) -> Int {
    let rest = max(0, lines - firstLines)
    return 1 + (rest + nextLines - 1) / nextLines
  }

  /// The lines of a list that stand on a page, counted from 1.
  func lines(of page: Int) -> Range<Int> {
    if page == 1 { return 0..<firstLines }
    let first = firstLines + (page - 2) * nextLines
    return first..<first + nextLines
  }

  private var nextLines: Int { Self.lines(from: nextListTop) }

  private static func lines(from top: Double) -> Int {
    Int((Sheet.pageBottom - top - listHead) / line)
  }
}
