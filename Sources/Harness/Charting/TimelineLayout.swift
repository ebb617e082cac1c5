/// Where the parts of a timeline stand, in pixels from the top left corner.
struct TimelineLayout {
  let left: Double
  let right: Double
  let heading: ChartHeading
  let labels: StepLabels
  let memory: ClosedRange<Double>
  let cpu: ClosedRange<Double>

  static let rowHeight = ChartStyle.smallSize * 1.4

  init(_ chart: TimelineChart, on canvas: ChartCanvas) {
    let left = 84.0
    let right = canvas.width - (chart.memory.hasOwnScaleForOthers ? 92 : 28)
    let scale = (right - left) / chart.duration
    labels = StepLabels(
      chart.steps.map { step in
        let name = TextMetrics.shortened(step.name, to: 170, size: ChartStyle.smallSize)
        return StepLabels.Label(
          name: name, anchor: left + step.middle * scale,
          width: TextMetrics.width(name, size: ChartStyle.smallSize),
          length: step.end - step.start)
      }, from: 6, to: canvas.width - 6)
    let legend = [chart.ownName] + (chart.hasOthers ? [chart.othersName] : [])
    heading = ChartHeading(chart, entries: legend.map(canvas.legend), on: canvas)
    let top = heading.bottom + Double(labels.rows) * Self.rowHeight + 8
    let bottom = canvas.height - 70
    let gap = 22.0
    let half = (bottom - top - gap) / 2
    memory = top...(top + half)
    cpu = (bottom - half)...bottom
    self.left = left
    self.right = right
  }

  /// The middle of a row of labels.
  func middle(ofRow row: Int) -> Double {
    memory.lowerBound - 8 - (Double(row) + 0.5) * Self.rowHeight
  }
}
