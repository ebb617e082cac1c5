import CCairo
import Foundation
import TestSupport
import Testing

@testable import DayCounter

@Suite struct PictureTests {
  @Test(arguments: [
    (0, 0, 0), (4, 0, 4), (5, 1, 0), (23, 4, 3), (365, 73, 0), (2_932_896, 586_579, 1),
  ])
  func `days are tallied in fives`(days: Int, bundles: Int, strokes: Int) {
    let tally = Tally(days: days)
    #expect(tally.bundles == bundles && tally.strokes == strokes)
  }

  @Test func `boxes wind from row to row`() {
    let row = WindingRow(count: 16, width: 7)
    #expect(row.rows == 3)
    #expect((0..<3).map(row.length) == [7, 7, 2])
    let places = (0..<16).map { row.place(of: $0) }
    #expect(places.map(\.row) == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2])
    // Box 7 stands under box 6, box 14 under box 13.
    #expect(places.map(\.column) == [0, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1, 0, 0, 1])
    #expect(WindingRow(count: 0, width: 7).rows == 0)
    #expect(WindingRow(count: 14, width: 7).rows == 2)
  }

  @Test func `cells fit the area, and one column fewer would not`() {
    for (width, height) in [(576.0, 576.0), (288, 511.2), (900, 100)] {
      for count in [1, 6, 7, 8, 49, 50, 365, 1_000, 9_999, 10_000] {
        let grid = CellGrid(count, columns: 7, width: width, height: height)
        #expect(grid.rows * grid.columns >= count)
        #expect(Double(grid.rows) * grid.side <= height + 1e-9)
        let fewer = grid.columns - 1
        guard fewer >= 7 else { continue }
        let rows = (count + fewer - 1) / fewer
        #expect(Double(rows) * width / Double(fewer) > height)
      }
    }
  }

  @Test func `the kind of marks follows from what is counted`() throws {
    let (start, today) = try (CalendarDay("2015-05-01"), CalendarDay("2015-05-24"))
    for wording in Wording.allCases {
      let tally = Marks(DayCount(from: start, to: today, wording))
      #expect(tally == .tally(Tally(days: 23)))
    }
    #expect(Marks(DayCount(to: start, on: today)) == .boxes(23))
    #expect(Marks(DayCount(to: today, on: start)) == .boxes(23))
  }

  /// The colours at points of a picture, by cairo's own reader of PNG.
  private func colours(
    _ marks: Marks, on colour: Colour, side: Int, at points: [(x: Double, y: Double)]
  ) throws -> [String] {
    let folder = try ScratchFolder()
    let bytes = try Picture(marks, on: colour).png(width: side, height: side)
    try Data(bytes).write(to: URL(filePath: folder.file("marks.png")))
    let image = cairo_image_surface_create_from_png(folder.file("marks.png"))
    defer { cairo_surface_destroy(image) }
    #expect(cairo_image_surface_get_width(image) == Int32(side))
    #expect(cairo_image_surface_get_height(image) == Int32(side))
    let pixels = try #require(cairo_image_surface_get_data(image))
    let stride = Int(cairo_image_surface_get_stride(image))
    return points.map { point in
      let pixel = UnsafeRawPointer(pixels).load(
        fromByteOffset: Int(point.y) * stride + Int(point.x) * 4, as: UInt32.self)
      return Colour(unchecked: pixel & 0xffffff).text
    }
  }

  @Test func `each day has a box, and lines lead from one to the next`() throws {
    // 400 pixels with margins of 20: 7 boxes of 51.4 in a row.
    func point(_ column: Double, _ row: Double) -> (Double, Double) {
      (20 + (column + 0.5) * 360 / 7, 20 + (row + 0.5) * 360 / 7)
    }
    let boxes = (0..<7).map { point(Double($0), 0) } + [point(6, 1), point(5, 1)]
    let way = [point(0.5, 0), point(5.5, 0), point(6, 0.5), point(5.5, 1)]
    let paper = [point(4, 1), point(0, 1), point(0.5, 0.5), point(5, 0.5), point(0, 6)]
    let white = try Colour("#ffffff")
    #expect(
      try colours(.boxes(9), on: white, side: 400, at: boxes + way + paper)
        == boxes.map { _ in "#1a1c21" } + way.map { _ in "#afb0b1" } + paper.map { _ in "#ffffff" })
  }

  @Test func `each day has a stroke, and the fifth crosses four`() throws {
    // 400 pixels with margins of 20: 5 bundles of 72 in a row.
    func stroke(_ bundle: Double, _ place: Double, _ height: Double) -> (Double, Double) {
      (20 + (bundle + place) * 72, 20 + height * 72)
    }
    let four = [0.2, 0.4, 0.6, 0.8].map { stroke(0, $0, 0.2) }
    let across = [stroke(0, 0.5, 0.5)]
    let rest = [0.2, 0.4].map { stroke(1, $0, 0.2) }
    let paper = [(0, 0.5, 0.2), (1, 0.5, 0.5), (1, 0.6, 0.2), (2, 0.2, 0.2)].map(stroke)
    let black = try Colour("#000000")
    let marks = four + across + rest
    #expect(
      try colours(.tally(Tally(days: 7)), on: black, side: 400, at: marks + paper)
        == Array(repeating: "#ffffff", count: 7) + Array(repeating: "#000000", count: 4))
  }

  @Test func `equal marks give equal pictures, different marks different ones`() throws {
    func png(_ marks: Marks) throws -> [UInt8] {
      try Picture(marks, on: .standard).png(width: 320, height: 568)
    }
    #expect(try png(.boxes(365)) == png(.boxes(365)))
    #expect(try png(.boxes(365)) != png(.boxes(364)))
    #expect(try png(.boxes(0)) == png(.tally(Tally(days: 0))))
  }

  @Test func `a picture size out of range, and more days than fit, are refused`() throws {
    let picture = Picture(.boxes(1), on: .standard)
    for side in [Int.min, 63, 4_097, .max] {
      let error = refusal { () throws(CounterError) in try picture.png(width: 640, height: side) }
      #expect(
        error?.description
          == "A picture can't have 640 x \(side) pixels: allowed are 64 to 4096 each.")
    }
    // 100 pixels with margins of 5: 30 cells of 3 in each direction.
    func refusalOf(_ marks: Marks) -> CounterError? {
      refusal { () throws(CounterError) in
        try Picture(marks, on: .standard).png(width: 100, height: 100)
      }
    }
    #expect(refusalOf(.boxes(900)) == nil)
    #expect(refusalOf(.boxes(901)) == .tooManyDays(days: 901, limit: 900))
    #expect(refusalOf(.tally(Tally(days: 4_500))) == nil)
    #expect(
      refusalOf(.tally(Tally(days: 4_501)))?.description
        == "4501 days can't be seen in a picture of this size, which holds 4500.")
  }

  @Test(arguments: ["", "ffd54a", "#ffd54", "#ffd54a0", "#gggggg", "#-12345", "red", "#１２"])
  func `an invalid colour is refused`(text: String) {
    let error = refusal { () throws(CounterError) in try Colour(text) }
    #expect(
      error?.description == "\"\(text)\" is no colour: one is written like #ffd54a.")
  }

  @Test(arguments: [
    ("#000000", "#ffffff"), ("#ffffff", "#1a1c21"), ("#ffd54a", "#1a1c21"), ("#1b3a4b", "#ffffff"),
    ("#808080", "#1a1c21"), ("#7f7f7f", "#ffffff"),
  ])
  func `marks are dark on light colours and light on dark ones`(paper: String, ink: String) throws {
    #expect(try Colour(paper).ink.text == ink)
  }
}
