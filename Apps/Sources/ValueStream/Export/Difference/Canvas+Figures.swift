import AppPages

/// The figures of two maps, and their times on one scale.
extension Canvas {
  /// The names of the rows stand left of the numbers and the bars.
  private static let head = 62.0

  /// A table: each figure now, then, and what that changes.
  func figures(of difference: MapDifference, in box: Box) {
    let columns = Self.columns(of: difference)
    let height = box.height / 4
    for (row, name) in ["", "Current", "Future", "Change"].enumerated() {
      let y = box.y + Double(row) * height
      set(
        name, in: Box(x: box.x, y: y, width: Self.head, height: height),
        Lettering(size: 9, ink: .grey))
      if row > 0 { line(from: (box.x, y), to: (box.right, y), .hairline) }
    }
    let width = (box.width - Self.head) / Double(columns.count)
    for (index, column) in columns.enumerated() {
      let x = box.x + Self.head + Double(index) * width
      for (row, text) in column.enumerated() {
        set(
          text, in: Box(x: x, y: box.y + Double(row) * height, width: width - 4, height: height),
          row == 0
            ? Lettering(size: 8, ink: .grey, alignment: .right)
            : Lettering(size: 9.5, isBold: row == 3, alignment: .right))
      }
    }
  }

  /// Both maps as bars on one scale: what takes less time is shorter.
  func times(of difference: MapDifference, in box: Box) {
    let longest = max(difference.current.leadTime, difference.future.leadTime)
    let height = 20.0
    for (row, (name, totals)) in [
      ("Current", difference.current), ("Future", difference.future),
    ].enumerated() {
      let y = box.y + Double(row) * (box.height - height)
      set(
        name, in: Box(x: box.x, y: y, width: Self.head, height: height),
        Lettering(size: 9, ink: .grey))
      let share =
        longest > .zero ? Double(totals.leadTime.seconds) / Double(longest.seconds) : 0
      let bar = Box(
        x: box.x + Self.head, y: y, width: (box.width - Self.head) * share, height: height)
      if bar.width > 0 { shares(totals, in: bar) }
    }
  }

  /// Each figure's name, its value now and then, and the change.
  private static func columns(of difference: MapDifference) -> [[String]] {
    let (now, then) = (difference.current, difference.future)
    let times =
      [("Lead time", now.leadTime, then.leadTime)]
      + Classification.allCases.map { ($0.title, now.time(of: $0), then.time(of: $0)) }
    return times.map { name, now, then in [name, now.text, then.text, change(now, then)] } + [
      [
        "Value-added ratio", Totals.percent(now.valueAddedRatio),
        Totals.percent(then.valueAddedRatio),
        Totals.change(now.valueAddedRatio, then.valueAddedRatio),
      ],
      [
        "Steps", "\(difference.currentSteps)", "\(difference.futureSteps)",
        signed(difference.futureSteps - difference.currentSteps),
      ],
    ]
  }

  /// What becomes of a time, in percent; how much, where there was none.
  private static func change(_ before: Minutes, _ after: Minutes) -> String {
    guard before > .zero else { return after > .zero ? "+\(after.text)" : "±0" }
    let share = Double(after.seconds - before.seconds) / Double(before.seconds)
    return "\(signed(Int((share * 100).rounded()))) %"
  }

  private static func signed(_ number: Int) -> String {
    number < 0 ? "−\(-number)" : number > 0 ? "+\(number)" : "±0"
  }
}
