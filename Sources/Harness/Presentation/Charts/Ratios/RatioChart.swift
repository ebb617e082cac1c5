import Statistics

/// Ratios one below the other, each with its interval (a forest plot): one line per story and metric.
///
/// The axis is logarithmic, so that twice and half are equally far from 1, and is labelled in percent.
public struct RatioChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on points, intervals and bands.
  public let note: String
  /// The two sides of the ratios, such as `candidate against baseline`.
  public let axis: String
  /// The name of the lines' ``RatioRow/floor`` in the legend.
  public let floorName: String
  /// The name of the lines' ``RatioRow/margin`` in the legend.
  public let marginName: String
  /// The lines, from the top.
  public let sections: [RatioSection]

  /// Makes a chart of at least one ratio.
  /// - Throws: `ChartError.noData`.
  public init(
    title: String, note: String = "", axis: String, floorName: String = "",
    marginName: String = "", sections: [RatioSection]
  ) throws(ChartError) {
    guard sections.contains(where: { $0.rows.contains { $0.ratio != nil } }) else {
      throw .noData("ratio chart \"\(title)\"")
    }
    self.title = title
    self.note = note
    self.axis = axis
    self.floorName = floorName
    self.marginName = marginName
    self.sections = sections.filter { !$0.rows.isEmpty }
  }

  var rows: [RatioRow] { sections.flatMap(\.rows) }

  /// High enough for every line.
  public var height: Double { RatioLayout(self, on: .standard).neededHeight }

  /// Every line if there are few enough to listen to, otherwise the number of each verdict, and the lines
  /// that are more or less.
  public var alternativeText: String {
    let opening = spoken(as: "Ratio chart", of: axis)
    if rows.count <= 40 {
      let reported = sections.map { section in
        "\(section.title): \(section.rows.map(Self.worded).joined(separator: "; "))"
      }
      return "\(opening) \(reported.joined(separator: ". "))."
    }
    let verdicts = rows.map(\.verdict)
    let counts = verdicts.uniqued.map { verdict in
      "\(verdicts.count { $0 == verdict }) \(verdict)"
    }
    let all = counts.joined(separator: ", ")
    let changed = sections.flatMap { section in
      section.rows.filter { $0.ratio != nil && $0.marker.isShown }
        .map { "\(section.title) of \(Self.worded($0))" }
    }
    return "\(opening) \(rows.count) lines: \(all)."
      + (changed.isEmpty ? "" : " \(changed.listed(atMost: 20, by: "; ")).")
  }

  private static func worded(_ row: RatioRow) -> String {
    "\(row.label) \(row.valueText), \(row.verdict)"
  }
}

/// A ratio with its interval.
public struct RatioInterval: Sendable, Equatable {
  /// The ratio; 1 means equal.
  public let point: Double
  /// The interval's low end; 0 if the measurements do not bound it.
  public let low: Double
  /// The interval's high end; infinite if the measurements do not bound it.
  public let high: Double

  /// Makes an interval around a ratio.
  /// - Throws: `ChartError.notFinite` for the ratio itself or an end that is not a number,
  ///   `.notPositive` for a ratio of 0 or below, which has no place on a logarithmic axis,
  ///   `.intervalReversed` if the ratio lies outside.
  public init(_ point: Double, low: Double, high: Double) throws(ChartError) {
    guard point.isFinite else { throw .notFinite("a ratio", point) }
    guard point > 0 else { throw .notPositive("a ratio", point) }
    for end in [low, high] where end.isNaN { throw .notFinite("an end of a ratio's interval", end) }
    guard low <= point, point <= high else { throw .intervalReversed(low: low, high: high) }
    self.point = point
    self.low = max(0, low)
    self.high = high
  }
}

/// The verdict on a ratio, as the shape of its point.
public enum RatioMarker: Sendable, CaseIterable {
  /// Shown to be more: a triangle.
  case more
  /// Shown to be less: an inverted triangle.
  case less
  /// Shown to be more, if more is better: as ``more``, in the colour for better.
  case better
  /// Shown to be less, if more is better: as ``less``, in the colour for worse.
  case worse
  /// Shown to be the same within a margin: a square.
  case same
  /// Neither is shown: an empty circle.
  case open

  var isShown: Bool { self != .same && self != .open }

  var pointType: Int {
    switch self {
    case .more, .better: 9
    case .less, .worse: 11
    case .same: 5
    case .open: 6
    }
  }

  /// Shape and fill distinguish them; colour helps those who see it. On every chart of ratios orange means worse.
  var colour: String {
    switch self {
    case .more, .worse: "#D55E00"
    case .less, .better: "#0072B2"
    case .same, .open: ChartStyle.ink
    }
  }
}

/// One line of a ratio chart: what is compared, and the result.
public struct RatioRow: Sendable, Equatable {
  /// The subject of the ratio, such as a story.
  public let label: String
  /// The ratio; nil if there is none.
  public let ratio: RatioInterval?
  /// The ratio in digits, written beside it; if there is none, the reason.
  public let valueText: String
  /// The shape of its point.
  public let marker: RatioMarker
  /// The verdict, in a word or two; the name of the shape in the legend.
  public let verdict: String
  /// Ratios within this range are never called a change.
  public let floor: ClosedRange<Double>?
  /// If the whole interval lies within this range, the measurements count as the same.
  public let margin: ClosedRange<Double>?

  /// Makes a line.
  /// - Throws: `ChartError.notPositive`, `.notFinite` for a band without logarithms.
  public init(
    label: String, ratio: RatioInterval?, valueText: String, marker: RatioMarker, verdict: String,
    floor: ClosedRange<Double>? = nil, margin: ClosedRange<Double>? = nil
  ) throws(ChartError) {
    for case let band? in [floor, margin] {
      guard band.lowerBound > 0 else { throw .notPositive("a band's low end", band.lowerBound) }
      guard band.upperBound.isFinite else { throw .notFinite("a band's high end", band.upperBound) }
    }
    self.label = label
    self.ratio = ratio
    self.valueText = valueText
    self.marker = marker
    self.verdict = verdict
    self.floor = floor
    self.margin = margin
  }
}

/// Lines of a ratio chart under a heading, such as those of one metric.
public struct RatioSection: Sendable, Equatable {
  /// The heading.
  public let title: String
  /// The lines, from the top.
  public let rows: [RatioRow]

  /// Makes a section.
  public init(_ title: String, rows: [RatioRow]) {
    self.title = title
    self.rows = rows
  }
}
