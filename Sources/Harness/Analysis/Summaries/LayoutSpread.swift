import Recording
import Statistics

/// How much measurements vary between runs of one layout of the code, and between layouts.
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

  /// Gathers measurements by layout; nil where fewer than two layouts have any, or where their mean is
  /// not above 0, so that nothing is a percentage of it.
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

  /// The standard deviation over the runs of one layout, pooled, in percent of ``mean``; nil where
  /// no layout has two runs.
  public var overRuns: Double? { components.withinDeviation.map { $0 / mean * 100 } }

  /// The standard deviation over layouts beyond what their runs explain, in percent of ``mean``; nil
  /// where no layout has two runs.
  public var overLayouts: Double? { components.betweenDeviation.map { $0 / mean * 100 } }

  /// With which digits people are shown how far the mean of a layout lies from ``mean``, in percent:
  /// by the standard error of the least certain of these means. `NumberFormat.plain` where no layout
  /// has two runs.
  /// - Parameter scale: percent per displayed unit.
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
  /// A cell's spread over runs and layouts; nil where there is one layout, or nothing to show.
  public func layoutSpread(of cell: Cell) -> LayoutSpread? {
    experiment.layouts > 1 ? LayoutSpread(measurements(of: cell)) : nil
  }
}

/// Which pair of an experiment.
public struct PairPlace: Sendable, Hashable {
  /// Its story.
  public let story: String
  /// Its round, from 1.
  public let round: Int

  /// The pair that a run is a side of.
  public init(_ run: Run) {
    story = run.story
    round = run.round
  }

  /// The greatest number of pairs that are named.
  private static let named = 8

  /// `list 3, 7; lend 12 and 4 more`
  static func words(_ pairs: [PairPlace]) -> String {
    var stories: [String] = []
    for pair in pairs.prefix(named) where !stories.contains(pair.story) {
      stories.append(pair.story)
    }
    let words = stories.map { story in
      let rounds = pairs.prefix(named).filter { $0.story == story }.map { "\($0.round)" }
      return "\(story) \(rounds.joined(separator: ", "))"
    }
    let rest = pairs.count - named
    return words.joined(separator: "; ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
