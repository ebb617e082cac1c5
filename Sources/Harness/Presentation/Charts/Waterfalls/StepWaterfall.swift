import Statistics

/// The steps of a run one below the other, each from its start to its end, with one bar per build.
///
/// The filled part of a bar is as long as the CPU time within the step; the rest is waiting.
public struct StepWaterfall: Chart, Equatable {
  /// The heading.
  public let title: String
  /// The description of the runs.
  public let note: String
  /// The steps' names, in their order, with their repetitions.
  public let steps: [String]
  /// The bars, one series per build.
  public let series: [ChartSeries<WaterfallSpan>]

  /// Makes a chart of at least one step.
  /// - Throws: `ChartError.noData` without steps, or if none takes any time;
  ///   `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", steps: [String], series: [ChartSeries<WaterfallSpan>]
  ) throws(ChartError) {
    let subject = "step waterfall \"\(title)\""
    self.title = title
    self.note = note
    self.steps = steps
    self.series = try series.checked(against: steps, of: subject)
    guard duration > 0 else { throw .noData(subject) }
  }

  /// With more steps than this, only the longest are drawn.
  static let maximumSteps = 60

  /// Seconds from the runs' start to the end of the last step.
  public var duration: Double { series.flatMap(\.places).compactMap { $0?.end }.max() ?? 0 }

  /// The numbers of the drawn steps, in their order.
  var drawn: [Int] {
    guard steps.count > Self.maximumSteps else { return Array(steps.indices) }
    return longest.prefix(Self.maximumSteps).sorted()
  }

  /// High enough for every bar.
  public var height: Double { WaterfallLayout(self, on: .standard).neededHeight }

  /// Every step's times if there are few enough to listen to, otherwise the longest ones.
  public var alternativeText: String {
    let opening = spoken(
      as: "Step waterfall",
      of: "\(steps.count.counted("step", "steps")) in "
        + "\(NumberFormat.plain.string(for: duration)) s")
    let all = steps.count * series.count <= 30
    let reported = all ? Array(steps.indices) : Array(longest.prefix(10).sorted())
    let sentences = reported.map { step in
      let spans = series.map { "\($0.name) \($0.places[step]?.worded ?? "not reached")" }
      return "\(steps[step]): \(spans.joined(separator: "; "))"
    }
    return "\(opening) \(all ? "" : "The longest: ")\(sentences.joined(separator: ". "))."
  }

  /// Steps by their duration on the slowest build, the longest first.
  var longest: [Int] {
    func wall(_ step: Int) -> Double { series.compactMap { $0.places[step]?.wall }.max() ?? 0 }
    return steps.indices.sorted { (wall($0), $1) > (wall($1), $0) }
  }
}

/// One step on one build: its time, and its CPU time.
public struct WaterfallSpan: Sendable, Equatable {
  /// Seconds since the run's start.
  public let start: Double
  /// Seconds since the run's start; not before `start`.
  public let end: Double
  /// CPU time of all threads, seconds: more than the time from start to end if threads worked in parallel.
  public let cpu: Double

  /// Makes a span.
  /// - Throws: `ChartError.notFinite`, `.negative`, `.stepReversed`.
  public init(start: Double, end: Double, cpu: Double) throws(ChartError) {
    for (what, value) in [("a step's start", start), ("a step's end", end), ("CPU time", cpu)] {
      guard value.isFinite else { throw .notFinite(what, value) }
      guard value >= 0 else { throw .negative(what, value) }
    }
    guard start <= end else { throw .stepReversed(name: "", start: start, end: end) }
    self.start = start
    self.end = end
    self.cpu = cpu
  }

  /// Seconds from start to end.
  var wall: Double { end - start }

  /// Both times in words: `412 ms, CPU 97 %`.
  var worded: String {
    let (value, unit) =
      wall >= 1 ? (wall, "s") : wall >= 0.001 ? (wall * 1e3, "ms") : (wall * 1e6, "µs")
    // A share of a step says where to look, not how much can be gained.
    let share = wall > 0 ? ", CPU \(NumberFormat.coarse.string(for: cpu / wall * 100)) %" : ""
    return "\(NumberFormat.plain.string(for: value)) \(unit)\(share)"
  }
}
