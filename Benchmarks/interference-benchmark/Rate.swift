import Sampling

/// How often a target is looked at.
enum Rate: Int64, CaseIterable {
  /// Not at all: a pair of blocks shows what difference comes of nothing.
  case none = 0
  /// As `run`, `measure` and `attach` do by default.
  case usual = -1
  case tenTimes = 10
  case hundredTimes = 100
  case thousandTimes = 1000

  /// The distance of samples, ns, that blocks are cut to; nil where there are none.
  var interval: Int64? {
    switch self {
    case .none: nil
    case .usual: 10_000_000
    case .tenTimes, .hundredTimes, .thousandTimes: 1_000_000_000 / rawValue
    }
  }

  /// How many pairs a round has: there is an aim for the usual rate, and chance sets pairs of blocks
  /// further apart than sampling does.
  var pairsPerRound: Int {
    switch self {
    case .usual: 10
    case .none: 5
    case .tenTimes, .hundredTimes, .thousandTimes: 1
    }
  }

  var sampling: SamplingRate? { self == .usual ? .affordable : interval.map { .every($0) } }

  var name: String {
    switch self {
    case .none: "none"
    case .usual: "usual"
    case .tenTimes, .hundredTimes, .thousandTimes: "\(rawValue)"
    }
  }
}
