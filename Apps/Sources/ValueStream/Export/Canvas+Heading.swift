import AppPages

extension Canvas {
  /// The heading of a section: its name, what it runs beside, and totals of its own.
  func heading(of part: StreamPart, beside: String?, in box: Box) {
    fill(Box(x: box.x, y: box.y, width: box.width, height: box.height - 5), .pale)
    var text = Box(x: box.x + 6, y: box.y, width: box.width * 0.5, height: box.height - 5)
    if beside != nil {
      // Two bars: what is beside something else.
      for x in [text.x, text.x + 4] {
        fill(Box(x: x, y: text.y + 3, width: 2, height: text.height - 6), .black)
      }
      text.x += 11
    }
    let name = PrintableText.line(part.name ?? "")
    set(
      beside.map { "\(name), parallel to \(PrintableText.line($0))" } ?? name, in: text,
      Lettering(size: 9.5, isBold: true))
    let totals = part.totals
    let figures = [
      part.positions.count == 1 ? "1 step" : "\(part.positions.count) steps",
      "lead time \(totals.leadTime.text)", "process time \(totals.processTime.text)",
      "waste \(Totals.percent(totals.share(of: .waste)))",
    ]
    set(
      figures.joined(separator: "   "),
      in: Box(
        x: box.x + box.width * 0.5, y: box.y, width: box.width * 0.5 - 6, height: text.height),
      Lettering(size: 8.5, alignment: .right))
  }
}
