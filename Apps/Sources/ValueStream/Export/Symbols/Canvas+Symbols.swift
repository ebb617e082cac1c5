import AppPages
import CPango

/// The symbols of the value stream method, as M. Rother and J. Shook, Learning to See (1999), draw
/// them: lines on white, so that they are known without any colour.
extension Canvas {
  /// A step's symbol.
  func symbol(_ symbol: StepSymbol, in box: Box) {
    switch symbol {
    case .process: break
    case .inventory: inventory(in: box)
    case .transport: lorry(in: box)
    }
  }

  /// A triangle with an I.
  private func inventory(in box: Box) {
    outline { context in
      cairo_move_to(context, box.x + box.width / 2, box.y)
      cairo_line_to(context, box.right, box.bottom)
      cairo_line_to(context, box.x, box.bottom)
      cairo_close_path(context)
    }
    set(
      "I",
      in: Box(x: box.x, y: box.y + box.height * 0.4, width: box.width, height: box.height * 0.52),
      Lettering(family: "Serif", size: box.height * 0.46, isBold: true, alignment: .centre))
  }

  /// A lorry that drives to the right.
  private func lorry(in box: Box) {
    let wheel = box.height * 0.17
    let floor = box.bottom - wheel
    let load = box.width * 0.64
    outline { context in
      cairo_rectangle(context, box.x, box.y, load, floor - box.y)
    }
    // The cab, with a bonnet that slopes.
    let roof = box.y + box.height * 0.26
    outline { context in
      cairo_move_to(context, box.x + load, roof)
      cairo_line_to(context, box.x + box.width * 0.84, roof)
      cairo_line_to(context, box.right, box.y + box.height * 0.52)
      cairo_line_to(context, box.right, floor)
      cairo_line_to(context, box.x + load, floor)
      cairo_close_path(context)
    }
    for middle in [0.2, 0.8] {
      outline { context in
        cairo_new_sub_path(context)
        cairo_arc(context, box.x + box.width * middle, floor, wheel, 0, 2 * Double.pi)
      }
    }
  }

  /// A factory with a roof like a saw: a supplier or a customer.
  func factory(in box: Box) {
    let teeth = 3
    let roof = min(18, box.height * 0.28)
    let tooth = box.width / Double(teeth)
    outline { context in
      cairo_move_to(context, box.x, box.bottom)
      cairo_line_to(context, box.x, box.y + roof)
      for index in 0..<teeth {
        cairo_line_to(context, box.x + Double(index + 1) * tooth, box.y)
        cairo_line_to(context, box.x + Double(index + 1) * tooth, box.y + roof)
      }
      cairo_line_to(context, box.right, box.bottom)
      cairo_close_path(context)
    }
  }

  /// A broad arrow, upright: goods that come (down) or go (up).
  func shipment(in box: Box, isUp: Bool) {
    let middle = box.x + box.width / 2
    let (tail, tip) = isUp ? (box.bottom, box.y) : (box.y, box.bottom)
    let neck = tip + (isUp ? 1 : -1) * box.height * 0.5
    outline { context in
      for (index, point) in [
        (middle - box.width * 0.26, tail), (middle - box.width * 0.26, neck), (box.x, neck),
        (middle, tip), (box.right, neck), (middle + box.width * 0.26, neck),
        (middle + box.width * 0.26, tail),
      ].enumerated() {
        if index == 0 { cairo_move_to(context, point.0, point.1) }
        cairo_line_to(context, point.0, point.1)
      }
      cairo_close_path(context)
    }
  }

  /// A level arrow of information; an electronic one has a bend like a lightning in its middle.
  func information(
    _ way: InformationFlow.Way, from start: Double, to end: Double, y: Double, hasHead: Bool = true
  ) {
    let middle = (start + end) / 2
    let ahead: Double = end > start ? 1 : -1
    cairo_set_line_width(context, 1)
    use(.black)
    cairo_move_to(context, start, y)
    if way == .electronic {
      for (along, across) in [(-7.0, 0.0), (3, -4), (-3, 4), (7, 0)] {
        cairo_line_to(context, middle + ahead * along, y + across)
      }
    }
    cairo_line_to(context, end, y)
    stroke()
    if hasHead { head(at: (end, y), back: (-ahead * 6, 0)) }
  }

  /// The head of an arrow; `back` leads from its tip to the middle of its other side.
  func head(at tip: (x: Double, y: Double), back: (x: Double, y: Double)) {
    use(.black)
    cairo_move_to(context, tip.x, tip.y)
    cairo_line_to(context, tip.x + back.x - back.y * 0.45, tip.y + back.y + back.x * 0.45)
    cairo_line_to(context, tip.x + back.x + back.y * 0.45, tip.y + back.y - back.x * 0.45)
    cairo_close_path(context)
    fill()
  }

  /// A shape that is white within a black line.
  private func outline(_ path: (OpaquePointer) -> Void) {
    path(context)
    use(.white)
    fill(keepingPath: true)
    use(.black)
    cairo_set_line_width(context, 1.1)
    stroke()
  }
}
