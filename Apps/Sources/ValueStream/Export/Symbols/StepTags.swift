import AppPages
import CPango

/// What comes to a step and goes from it, each on a lane above its card: information, by an arrow that
/// enters or leaves the card; and goods, by a broad arrow, into the first step of a map from its
/// supplier and from the last to its customer.
///
/// An arrow right across the map to the other end would cross cards, and end on another page.
struct StepTags {
  /// A lane's height, in points.
  static let lane = 14.0
  /// Between two stems, in points.
  private static let stem = 11.0

  /// One of them.
  enum Tag {
    case information(InformationFlow, isComing: Bool, other: String)
    case goods(isComing: Bool, other: String)
  }

  /// The tags of steps that have any, by position.
  private let tags: [Int: [Tag]]

  /// The tags of a map: O(n) where information flows to a step.
  init(_ map: StreamMap) {
    var tags: [Int: [Tag]] = [:]
    let surroundings = map.surroundings
    let steps = Self.steps(of: surroundings.flows, in: map.stickers)
    let name = { (end: InformationFlow.End) -> String in
      switch end {
      case .party(let party): surroundings.parties[party]?.text ?? ""
      case .step(let id): steps[id]?.name ?? ""
      }
    }
    for flow in surroundings.flows {
      for (end, other, isComing) in [(flow.to, flow.from, true), (flow.from, flow.to, false)] {
        guard case .step(let id) = end, let step = steps[id] else { continue }
        tags[step.position, default: []].append(
          .information(flow, isComing: isComing, other: name(other)))
      }
    }
    if !map.stickers.isEmpty {
      if let supplier = surroundings.parties[.supplier] {
        tags[0, default: []].append(.goods(isComing: true, other: supplier.text))
      }
      if let customer = surroundings.parties[.customer] {
        tags[map.stickers.count - 1, default: []].append(
          .goods(isComing: false, other: customer.text))
      }
    }
    self.tags = tags
  }

  private static func steps(
    of flows: [InformationFlow], in stickers: StickerSequence
  ) -> [StickerID: (position: Int, name: String)] {
    var wanted: Set<StickerID> = []
    for flow in flows {
      for case .step(let id) in [flow.from, flow.to] { wanted.insert(id) }
    }
    guard !wanted.isEmpty else { return [:] }
    var steps: [StickerID: (position: Int, name: String)] = [:]
    for (position, sticker) in stickers.enumerated() where wanted.contains(sticker.id) {
      steps[sticker.id] = (position, sticker.name)
    }
    return steps
  }

  /// The lanes that a row of steps needs above it.
  func lanes(of positions: Range<Int>) -> Int {
    tags.isEmpty ? 0 : positions.map { tags[$0]?.count ?? 0 }.max() ?? 0
  }

  /// Returns whether a step has any.
  func has(_ position: Int) -> Bool { tags[position] != nil }

  /// Draws the tags of a step above its card. The words reach over the next card where `isNextFree`
  /// says that there is a place beside the card, and no tag above it.
  func draw(_ position: Int, above card: Box, isNextFree: Bool, on canvas: Canvas) {
    guard let tags = tags[position] else { return }
    let text = card.x + Self.stem * Double(tags.count) + 20
    let right = card.right + (isNextFree ? Sheet.gap + card.width : 0)
    for (index, tag) in tags.enumerated() {
      let y = card.y - Self.lane * (Double(index) + 0.5)
      // The lowest has the stem farthest to the right, so that none crosses another's arrow.
      let x = card.x + Self.stem * (Double(tags.count - index) - 0.5) + 2
      draw(tag, x: x, y: y, card: card.y, text: text, on: canvas)
      canvas.set(
        PrintableText.line(tag.text),
        in: Box(x: text, y: y - 5, width: right - text, height: 10), Lettering(size: 7.5))
    }
  }

  private func draw(
    _ tag: Tag, x: Double, y: Double, card: Double, text: Double, on canvas: Canvas
  ) {
    switch tag {
    case .goods(let isComing, _):
      canvas.shipment(in: Box(x: x - 5, y: y - 6, width: 10, height: card - y + 6), isUp: !isComing)
    case .information(let flow, let isComing, _):
      // The head is where the information goes to: at the card, or at the words.
      let end = text - 4
      canvas.information(flow.way, from: x, to: end, y: y, hasHead: !isComing)
      canvas.stem(x: x, from: y, to: card)
      if isComing { canvas.head(at: (x, card), back: (0, -6)) }
    }
  }
}

extension StepTags.Tag {
  /// What it says, and where it comes from or goes to.
  fileprivate var text: String {
    switch self {
    case .information(let flow, let isComing, let other):
      "\(flow.label.text) (\(isComing ? "from" : "to") \(other))"
    case .goods(let isComing, let other): "\(isComing ? "from" : "to") \(other)"
    }
  }
}

extension Canvas {
  fileprivate func stem(x: Double, from top: Double, to bottom: Double) {
    use(.black)
    cairo_set_line_width(context, 1)
    cairo_move_to(context, x, top)
    cairo_line_to(context, x, bottom)
    stroke()
  }
}
