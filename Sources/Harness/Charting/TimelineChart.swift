/// One run over time: memory above, CPU below, and the story's steps across both.
public struct TimelineChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// Which run this is, such as its build and number.
  public let note: String
  /// The upper panel.
  public let memory: TimelinePanel
  /// The lower panel.
  public let cpu: TimelinePanel
  /// The steps, by start.
  public let steps: [TimelineStep]
  /// What the legend calls the app's line.
  public let ownName: String
  /// What the legend calls the other line.
  public let othersName: String

  /// Makes a chart of one run.
  ///
  /// - Throws: `ChartDataError.noData` when the run takes no time at all.
  public init(
    title: String, note: String = "", memory: TimelinePanel, cpu: TimelinePanel,
    steps: [TimelineStep],
    ownName: String = "app", othersName: String = "other processes"
  ) throws(ChartDataError) {
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
  public var duration: Double {
    max(memory.end, cpu.end, steps.map(\.end).max() ?? 0)
  }
}
