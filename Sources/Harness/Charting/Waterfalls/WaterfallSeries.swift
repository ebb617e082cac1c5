/// One build's run: one place for each step, in the steps' order.
public struct WaterfallSeries: Sendable, Equatable {
  /// What the legend says.
  public let name: String
  /// One place a step; nil where the build's run did not come to it.
  public let spans: [WaterfallSpan?]

  /// Makes a series; the chart checks that it fits its steps.
  public init(name: String, spans: [WaterfallSpan?]) {
    self.name = name
    self.spans = spans
  }
}

extension WaterfallSeries: GroupedSeries {
  var places: [WaterfallSpan?] { spans }
}
