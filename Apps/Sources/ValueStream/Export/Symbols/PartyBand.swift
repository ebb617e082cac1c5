import AppPages
import CPango

/// Those who stand around the line, above its first row: the supplier at the left, who plans in the
/// middle, the customer at the right, and the information between them, each flow on a lane of its
/// own.
struct PartyBand {
  /// A flow's lane: its label, and the arrow below it.
  private static let lane = 22.0
  /// Who plans, where flows between supplier and customer pass below.
  private static let leastControlHeight = 52.0
  private static let leastHeight = 72.0
  /// Between the band and what is below it.
  private static let space = 14.0

  private let parties: [Party: Label]
  /// The flows between each two.
  private let flows: [InformationFlow]
  private let box: Box
  private let controlHeight: Double

  /// The band of a map at the top of a sheet.
  init(_ surroundings: Surroundings, in sheet: Sheet) {
    parties = surroundings.parties
    flows = surroundings.flows.filter { flow in
      if case (.party, .party) = (flow.from, flow.to) { true } else { false }
    }
    let lanes = { [flows] (one: Party, other: Party) in
      Self.lane * Double(Self.flows(flows, one, other).count)
    }
    let beside = max(lanes(.supplier, .control), lanes(.control, .customer))
    let below = lanes(.supplier, .customer)
    let least = below > 0 ? Self.leastControlHeight : Self.leastHeight
    controlHeight = max(least, beside + 2)
    let title = sheet.title
    box = Box(
      x: title.x, y: title.bottom + Sheet.header.space, width: title.width,
      height: max(Self.leastHeight, controlHeight + (below > 0 ? below + 6 : 0)))
  }

  /// With the space below it; 0 where nobody stands around the line.
  var height: Double { parties.isEmpty ? 0 : box.height + Self.space }

  /// Draws the band.
  func draw(on canvas: Canvas) {
    guard !parties.isEmpty else { return }
    for party in Party.allCases {
      if let label = parties[party] { draw(party, label, on: canvas) }
    }
    draw(between: .supplier, .control, from: box.y, on: canvas)
    draw(between: .control, .customer, from: box.y, on: canvas)
    draw(between: .supplier, .customer, from: box.y + controlHeight, on: canvas)
  }

  private func draw(_ party: Party, _ label: Label, on canvas: Canvas) {
    let box = place(of: party)
    var inside = box.inset(8, 6)
    if party == .control {
      canvas.fill(box, .white)
      canvas.frame(box)
    } else {
      canvas.factory(in: box)
      inside = Box(x: inside.x, y: box.y + 20, width: inside.width, height: box.height - 26)
    }
    let name = Box(x: inside.x, y: inside.y, width: inside.width, height: inside.height - 10)
    canvas.set(
      PrintableText.line(label.text), in: name,
      Lettering(size: 9, isBold: true, alignment: .centre, wraps: true, beginsAtTop: false))
    canvas.set(
      party.title, in: Box(x: inside.x, y: name.bottom, width: inside.width, height: 10),
      Lettering(size: 7, ink: .grey, alignment: .centre))
  }

  private func draw(
    between left: Party, _ right: Party, from top: Double, on canvas: Canvas
  ) {
    let (begin, end) = (place(of: left).right, place(of: right).x)
    for (index, flow) in Self.flows(flows, left, right).enumerated() {
      let y = top + Double(index + 1) * Self.lane - 3
      let isForward = flow.from == .party(left)
      canvas.information(flow.way, from: isForward ? begin : end, to: isForward ? end : begin, y: y)
      canvas.set(
        PrintableText.line(flow.label.text),
        in: Box(x: begin + 6, y: y - 16, width: end - begin - 12, height: 10),
        Lettering(size: 7.5, alignment: .centre))
    }
  }

  private func place(of party: Party) -> Box {
    let width = Sheet.card.width
    return switch party {
    case .supplier: Box(x: box.x, y: box.y, width: width, height: box.height)
    case .control:
      Box(
        x: box.x + (box.width - width) / 2, y: box.y, width: width, height: controlHeight)
    case .customer: Box(x: box.right - width, y: box.y, width: width, height: box.height)
    }
  }

  private static func flows(
    _ flows: [InformationFlow], _ one: Party, _ other: Party
  ) -> [InformationFlow] {
    flows.filter { $0.touches(.party(one)) && $0.touches(.party(other)) }
  }
}

extension Party {
  /// What stands below its name.
  var title: String {
    switch self {
    case .supplier: "Supplier"
    case .control: "Control"
    case .customer: "Customer"
    }
  }
}

extension Canvas {
  /// A black line around a box.
  func frame(_ box: Box) {
    use(.black)
    cairo_set_line_width(context, 1.1)
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
    stroke()
  }
}
