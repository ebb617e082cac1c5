import Analysis
import Recording
import Statistics
import Tables

/// One side of an explanation as a flame graph, for a page styled by `page.css`.
///
/// Functions without a shown change are grey. More time has a plus sign and rising lines, less time a minus
/// sign and falling lines; colours repeat that. Every box has all details in its title. The picture is
/// complete without a script; with it, boxes can be searched and widened (`flame.js`).
struct FlameGraph {
  private let explanation: Explanation
  private let layout: FlameLayout
  private let unit: ExplainedUnit
  private let build: String
  private let side: PairSide
  private let number: Int
  private let time: KeyPath<CostChange, Double>

  /// The times of one side of an explanation, as the flame graph of this number on the page.
  init(_ explanation: Explanation, of side: PairSide, number: Int) {
    self.explanation = explanation
    self.side = side
    self.number = number
    unit = ExplainedUnit(explanation.metric)
    build = side == .baseline ? explanation.baseline : explanation.candidate
    time = side == .baseline ? \.baseline : \.candidate
    layout = FlameLayout(explanation.tree, of: time)
  }

  /// The height of a row, in pixels.
  private static let row = 19

  /// How a box looks; the name is its class on the page.
  private enum Shade {
    case same, small, grew, shrank

    /// The lines of its pattern; nil if it has none.
    var lines: String? {
      switch self {
      case .same, .small: nil
      case .grew: "M-1,9 L9,-1 M-1,1 L1,-1 M7,9 L9,7"
      case .shrank: "M-1,-1 L9,9 M7,-1 L9,1 M-1,7 L1,9"
      }
    }
  }

  /// The picture with its search field, which a script shows.
  var piece: HTML {
    HTML("figure", ["class": "flame"]) {
      HTML("p", ["class": "tools", "hidden": ""]) {
        HTML("label") {
          "Find a function "
          HTML(empty: "input", ["type": "search", "autocomplete": "off"])
        }
        HTML("button", ["type": "button"]) { "Whole width" }
        HTML("output") {}
      }
      HTML(
        "svg",
        [
          "class": "calls", "role": "img", "width": "100%", "height": "\(layout.depth * Self.row)",
          "aria-label": description,
        ]
      ) {
        patterns
        for box in layout.boxes { piece(box) }
      }
      HTML("figcaption") { caption }
    }
  }

  private var description: String {
    "Flame graph: where \(explanation.story) on \(build) \(unit.verb), \(amount). The table above has "
      + "\(explanation.isOfOne ? "its functions" : "the functions that changed")."
  }

  /// The amount that has the whole width: `20 ms a run in the mean, and 3 ms in the run queue`.
  private var amount: String {
    let queue = explanation.runQueue.map { unit.amount($0[keyPath: time]) }
    return "\(unit.amount(explanation.total[keyPath: time])) \(unit.each) in the mean"
      + (queue.map { ", and \($0) in the run queue" } ?? "")
  }

  private var caption: String {
    "\(build), \(amount). Below a function is what it called, as wide as its share."
      + (explanation.isOfOne
        ? ""
        : " Plus and rising lines: more than before; minus and falling lines: less; grey: no change "
          + "shown.")
  }

  /// Rising lines and falling lines; a page can have several pictures, so their names are numbered.
  private var patterns: HTML {
    func pattern(_ shade: Shade) -> HTML {
      HTML(
        "pattern",
        [
          "id": "\(shade)-\(number)", "class": "\(shade)", "width": "8", "height": "8",
          "patternUnits": "userSpaceOnUse",
        ]
      ) {
        HTML("rect", ["width": "8", "height": "8"]) {}
        HTML("path", ["d": shade.lines]) {}
      }
    }
    return HTML("defs") {
      pattern(.grew)
      pattern(.shrank)
    }
  }

  private func piece(_ box: FlameLayout.Box) -> HTML {
    let (shade, title, label) = words(of: box.content)
    return HTML(
      "svg",
      [
        "class": "\(shade)", "x": Self.percent(box.start), "width": Self.percent(box.width),
        "y": "\(box.row * Self.row)", "height": "\(Self.row - 1)",
      ]
    ) {
      HTML("title") { title }
      HTML(
        "rect",
        [
          "width": "100%", "height": "100%",
          "fill": shade.lines.map { _ in "url(#\(shade)-\(number))" },
        ]
      ) {}
      // A name without room is left out completely.
      if box.width > 0.02 { HTML("text", ["x": "4", "y": "13"]) { label } }
    }
  }

  private func words(of content: FlameLayout.Content) -> (
    shade: Shade, title: String, label: String
  ) {
    guard case .call(let place) = content else {
      guard case .small(let count) = content else { return (.same, "", "") }
      let calls = count.counted("smaller call", "smaller calls")
      return (.small, calls, "… \(count)")
    }
    let node = explanation.tree.nodes[place]
    let (name, change) = (node.function.name, node.inclusive)
    let (isInlined, own) =
      side == .baseline
      ? (node.isInlined.baseline, node.own.baseline)
      : (node.isInlined.candidate, node.own.candidate)
    // Without the other side's mean: an outlying run moves that, and not the difference.
    let title =
      "\(name), \(node.function.module)\(isInlined ? ", inlined" : ""): "
      + "\(unit.amount(change[keyPath: time])), itself \(unit.amount(own))."
    if explanation.isOfOne { return (.same, title, name) }
    guard change.isShown else {
      // Waits for a CPU are not tested.
      let isTested = node.function.waitReason != .runQueue
      return (.same, isTested ? "\(title) No change shown." : title, name)
    }
    let isMore = change.difference.point > 0
    return (
      isMore ? .grew : .shrank, "\(title) Change: \(unit.change(change.difference)).",
      "\(isMore ? "+" : "−") \(name)"
    )
  }

  private static func percent(_ share: Double) -> String {
    NumberFormat.decimals(3).string(for: share * 100) + "%"
  }
}
