/// What a ratio comes to, as the shape of its point.
public enum RatioMarker: Sendable, CaseIterable {
  /// Shown to be more: a triangle.
  case more
  /// Shown to be less: a triangle upside down.
  case less
  /// Shown to be the same, but for a margin: a square.
  case same
  /// Neither is shown: an empty circle.
  case open

  /// gnuplot's number.
  var pointType: Int {
    switch self {
    case .more: 9
    case .less: 11
    case .same: 5
    case .open: 6
    }
  }

  /// Shape and fill tell them apart; colour helps who sees it.
  var colour: String {
    switch self {
    case .more: "#D55E00"
    case .less: "#0072B2"
    case .same, .open: ChartStyle.ink
    }
  }
}
