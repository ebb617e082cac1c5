import Recording
import Statistics

/// The variation of measurements between runs of one layout of the code, and between layouts.
public struct LayoutSpread: Sendable, Equatable {
  /// The layouts that have measurements, in the order of their numbers; two or more.
  public let layouts: [Layout]
  private let components: VarianceComponents

  /// One layout.
  public struct Layout: Sendable, Equatable {
    /// Its number, from 1.
    public let number: Int
    /// The mean over its runs, in base units.
    public let mean: Double
    /// The number of its runs.
    public let runs: Int
  }

  /// Gathers measurements by layout; nil if fewer than two layouts have any, or if their mean is not above 0,
  /// so that percentages are undefined.
  init?(_ measurements: [ExperimentAnalysis.Measurement]) {
    let byLayout = Dictionary(grouping: measurements, by: \.layout).sorted { $0.key < $1.key }
    let groups = byLayout.compactMap { try? Distribution($0.value.map(\.value)) }
    guard groups.count == byLayout.count,
      let components = try? VarianceComponents(groups: groups), components.mean > 0
    else { return nil }
    self.components = components
    layouts = zip(byLayout, components.groupMeans).map {
      Layout(number: $0.key, mean: $1, runs: $0.value.count)
    }
  }

  /// The mean of the layouts' means, in base units.
  public var mean: Double { components.mean }

  /// The standard deviation over the runs of one layout, pooled, in percent of ``mean``; nil if no layout has
  /// two runs.
  public var overRuns: Double? { components.withinDeviation.map { $0 / mean * 100 } }

  /// The standard deviation over layouts beyond what their runs explain, in percent of ``mean``; nil if no
  /// layout has two runs.
  public var overLayouts: Double? { components.betweenDeviation.map { $0 / mean * 100 } }

  /// The number format for a layout's distance from ``mean``, at `scale` percent per displayed unit: by the
  /// standard error of the least certain layout mean. `NumberFormat.plain` if no layout has two runs.
  public func format(scale: Double = 1) -> NumberFormat {
    guard let overRuns, let fewest = layouts.map(\.runs).min() else { return .plain }
    return .uncertainty(overRuns / Double(fewest).squareRoot() / scale)
  }

  /// The least mean of a layout over ``mean``.
  public var minimum: Double { (components.groupMeans.min() ?? mean) / mean }

  /// The greatest mean of a layout over ``mean``.
  public var greatest: Double { (components.groupMeans.max() ?? mean) / mean }
}

extension ExperimentAnalysis {
  /// A cell's spread over runs and layouts; nil if there is one layout, or nothing to show.
  public func layoutSpread(of cell: Cell) -> LayoutSpread? {
    experiment.layouts > 1 ? LayoutSpread(measurements(of: cell)) : nil
  }
}
