import Statistics

/// One run over time: memory above, CPU below, and the story's steps across both.
public struct TimelineChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// The run's description, such as its build and number.
  public let note: String
  /// The upper panel.
  public let memory: TimelinePanel
  /// The lower panel.
  public let cpu: TimelinePanel
  /// The steps, by start.
  public let steps: [TimelineStep]
  /// The name of the app's line in the legend.
  public let ownName: String
  /// The name of the other line in the legend.
  public let othersName: String

  /// Makes a chart of one run.
  /// - Throws: `ChartError.noData` when the run takes no time at all.
  public init(
    title: String, note: String = "", memory: TimelinePanel, cpu: TimelinePanel,
    steps: [TimelineStep],
    ownName: String = "app", othersName: String = "other processes"
  ) throws(ChartError) {
    self.title = title
    self.note = note
    self.memory = memory
    self.cpu = cpu
    self.steps = steps.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    self.ownName = ownName
    self.othersName = othersName
    guard duration > 0 else { throw .noData("timeline \"\(title)\"") }
  }

  var hasOthers: Bool { !memory.others.isEmpty || !cpu.others.isEmpty }

  /// Seconds from the run's start to the last thing drawn.
  public var duration: Double { max(memory.end, cpu.end, steps.map(\.end).max() ?? 0) }

  /// Both peaks with their times, and the steps in order.
  public var alternativeText: String {
    var sentences = [
      spoken(as: "Timeline", of: "one run of \(Self.seconds.worded(duration))"),
      Self.peak(of: memory, ownName), Self.peak(of: cpu, ownName),
    ]
    if !steps.isEmpty {
      sentences.append("Steps: \(steps.map(\.name).listed(atMost: 30)).")
    }
    return sentences.joined(separator: " ")
  }

  private static let seconds = ChartAxis("time", unit: "s")

  private static func peak(of panel: TimelinePanel, _ name: String) -> String {
    guard let peak = panel.own.max(by: { $0.y < $1.y }) else { return "" }
    return "\(panel.axis.label) of \(name) peaks at \(panel.axis.worded(peak.y)) "
      + "after \(seconds.worded(peak.x))."
  }
}

/// One quantity over a run's time.
public struct TimelinePanel: Sendable, Equatable {
  /// The axis of the lines' heights.
  public let axis: ChartAxis
  /// The measured app: `x` in seconds since the run's start, never decreasing.
  public let own: [ChartPoint]
  /// All other processes of the machine, over the same time; empty if unknown.
  public let others: [ChartPoint]
  /// Gives `others` a separate scale at the right. It is for memory: the rest of a machine holds so much that
  /// the app's line would be flat.
  public let othersHaveOwnScale: Bool

  /// Makes a panel.
  /// - Throws: `ChartError.noData` without points of the app, `.negative` before the
  ///   run's start or below 0, `.timeGoesBack`.
  public init(
    axis: ChartAxis, own: [ChartPoint], others: [ChartPoint] = [],
    othersHaveOwnScale: Bool = false
  ) throws(ChartError) {
    guard !own.isEmpty else { throw .noData("timeline of \(axis.label)") }
    try Self.check(own, axis.label)
    try Self.check(others, "\(axis.label) of other processes")
    self.axis = axis
    self.own = own
    self.others = others
    self.othersHaveOwnScale = othersHaveOwnScale
  }

  var hasOwnScaleForOthers: Bool { othersHaveOwnScale && !others.isEmpty }

  /// Returns whether its own points are on average at least 5 pixels apart, over this many pixels.
  func isSparse(over width: Double) -> Bool { Double(own.count) * 5 <= width }

  var end: Double { max(own.last?.x ?? 0, others.last?.x ?? 0) }

  private static func check(_ points: [ChartPoint], _ name: String) throws(ChartError) {
    var last = 0.0
    for point in points {
      guard point.x >= 0 else { throw .negative("a time of \(name)", point.x) }
      guard point.y >= 0 else { throw .negative(name, point.y) }
      guard point.x >= last else { throw .timeGoesBack(series: name, from: last, to: point.x) }
      last = point.x
    }
  }
}

/// One step of a story, as a span of a run's time.
public struct TimelineStep: Sendable, Equatable {
  /// The name of the span in the chart.
  public let name: String
  /// Seconds since the run's start.
  public let start: Double
  /// Seconds since the run's start; not before `start`.
  public let end: Double

  /// Makes a step; it may be too short to see.
  /// - Throws: `ChartError.notFinite`, `.negative`, `.stepReversed`.
  public init(name: String, start: Double, end: Double) throws(ChartError) {
    guard start.isFinite else { throw .notFinite("start of step \"\(name)\"", start) }
    guard end.isFinite else { throw .notFinite("end of step \"\(name)\"", end) }
    guard start >= 0 else { throw .negative("start of step \"\(name)\"", start) }
    guard start <= end else { throw .stepReversed(name: name, start: start, end: end) }
    self.name = name
    self.start = start
    self.end = end
  }

  var middle: Double { start + (end - start) / 2 }
}
