import AppPages

extension Canvas {
  /// Draws the sums of a map. Where parts run at the same time they are those of the longest way, and
  /// the work is told besides.
  func totals(_ map: MapFigures, in box: Box) {
    let totals = map.longestWay
    line(from: (box.x, box.y), to: (box.right, box.y), .hairline)
    var figures = [
      ("Lead time", totals.leadTime.text),
      ("Process time", totals.processTime.text),
      ("Value-added ratio", Totals.percent(totals.valueAddedRatio)),
      ("Steps", "\(map.steps)"),
    ]
    if map.work != totals {
      figures[0].0 = "Lead time of the longest way"
      figures.append(("Work of all ways", map.work.leadTime.text))
    }
    let width = box.width / Double(figures.count)
    for (column, figure) in figures.enumerated() {
      let x = box.x + Double(column) * width
      set(
        figure.0, in: Box(x: x, y: box.y + 12, width: width - 8, height: 10),
        Lettering(size: 8, ink: .grey))
      set(
        figure.1, in: Box(x: x, y: box.y + 24, width: width - 8, height: 20),
        Lettering(size: 15, isBold: true))
    }
    shares(totals, in: Box(x: box.x, y: box.y + 58, width: box.width, height: 16))
    legend(totals, in: Box(x: box.x, y: box.y + 86, width: box.width, height: 28))
  }

  /// A bar of which each kind of steps has its share.
  func shares(_ totals: Totals, in box: Box) {
    fill(box, .hairline)
    var x = box.x
    for classification in Classification.allCases {
      let width = box.width * (totals.share(of: classification) ?? 0)
      if width > 0 {
        band(classification, in: Box(x: x, y: box.y, width: width, height: box.height))
      }
      x += width
    }
  }

  private func legend(_ totals: Totals, in box: Box) {
    let width = box.width / Double(Classification.allCases.count)
    for (column, classification) in Classification.allCases.enumerated() {
      let sign = Box(
        x: box.x + Double(column) * width, y: box.y, width: 34, height: box.height)
      band(classification, in: sign)
      letter(
        classification, in: Box(x: sign.x + 9, y: sign.y + 7, width: 16, height: 14))
      let text = Box(x: sign.right + 8, y: box.y, width: width - 50, height: box.height / 2)
      set(classification.title, in: text, Lettering(size: 9, isBold: true))
      set(
        "\(totals.time(of: classification).text), "
          + Totals.percent(totals.share(of: classification)),
        in: Box(x: text.x, y: text.bottom, width: text.width, height: text.height),
        Lettering(size: 9))
    }
  }
}
