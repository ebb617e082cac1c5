/// One quantity over a run's time.
public struct TimelinePanel: Sendable, Equatable {
  /// What the lines' heights mean.
  public let axis: ChartAxis
  /// The measured app: `x` in seconds since the run's start, never going back.
  public let own: [ChartPoint]
  /// All other processes of the machine, over the same time; empty where unknown.
  public let others: [ChartPoint]
  /// Gives `others` a scale of its own at the right. Meant for memory, of which the rest of
  /// a machine holds so much that the app's line would be flat.
  public let othersHaveOwnScale: Bool

  /// Makes a panel.
  ///
  /// - Throws: `ChartDataError.noData` without points of the app, `.negative` before the
  ///   run's start or below 0, `.timeGoesBack`.
  public init(
    axis: ChartAxis, own: [ChartPoint], others: [ChartPoint] = [],
    othersHaveOwnScale: Bool = false
  ) throws(ChartDataError) {
    guard !own.isEmpty else { throw .noData("timeline of \(axis.label)") }
    try Self.check(own, axis.label)
    try Self.check(others, "\(axis.label) of other processes")
    self.axis = axis
    self.own = own
    self.others = others
    self.othersHaveOwnScale = othersHaveOwnScale
  }

  /// Whether there is a scale at the right.
  var hasOwnScaleForOthers: Bool { othersHaveOwnScale && !others.isEmpty }

  /// Whether its own points lie at least this many pixels apart, on average, over so many pixels.
  func isSparse(over width: Double, apart: Double = 5) -> Bool {
    Double(own.count) * apart <= width
  }

  /// The last second either line reaches.
  var end: Double { max(own.last?.x ?? 0, others.last?.x ?? 0) }

  private static func check(
    _ points: [ChartPoint], _ name: String
  ) throws(ChartDataError) {
    var last = 0.0
    for point in points {
      guard point.x >= 0 else { throw .negative("a time of \(name)", point.x) }
      guard point.y >= 0 else { throw .negative(name, point.y) }
      guard point.x >= last else {
        throw .timeGoesBack(series: name, from: last, to: point.x)
      }
      last = point.x
    }
  }
}
