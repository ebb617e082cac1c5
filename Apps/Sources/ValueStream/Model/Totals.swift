/// The sum of the stickers of a map, or of a part of it.
public struct Totals: Hashable, Sendable {
  /// Of no stickers.
  public static let none = Totals()

  /// The time of value-adding steps.
  public private(set) var valueAdding = Minutes.zero
  /// The time of auxiliary steps.
  public private(set) var auxiliary = Minutes.zero
  /// The time of waste.
  public private(set) var waste = Minutes.zero

  private init() {}

  /// Of one sticker.
  init(of sticker: Sticker) {
    switch sticker.classification {
    case .valueAdding: valueAdding = sticker.minutes
    case .auxiliary: auxiliary = sticker.minutes
    case .waste: waste = sticker.minutes
    }
  }

  /// From the beginning of the first step to the end of the last.
  public var leadTime: Minutes { valueAdding + auxiliary + waste }

  /// The time in which anything useful happens: value-adding and auxiliary steps.
  public var processTime: Minutes { valueAdding + auxiliary }

  /// The time of one kind of steps.
  public func time(of classification: Classification) -> Minutes {
    switch classification {
    case .valueAdding: valueAdding
    case .auxiliary: auxiliary
    case .waste: waste
    }
  }

  /// The part of the lead time that one kind of steps takes, 0 to 1; nil where no time passes.
  public func share(of classification: Classification) -> Double? {
    guard leadTime > .zero else { return nil }
    return Double(time(of: classification).seconds) / Double(leadTime.seconds)
  }

  /// Value-adding time over lead time, 0 to 1; nil where no time passes.
  ///
  /// The value-added ratio of M. Rother and J. Shook, Learning to See (1999).
  public var valueAddedRatio: Double? { share(of: .valueAdding) }

  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.valueAdding = left.valueAdding + right.valueAdding
    sum.auxiliary = left.auxiliary + right.auxiliary
    sum.waste = left.waste + right.waste
    return sum
  }

  static func - (left: Self, right: Self) -> Self {
    var rest = left
    rest.valueAdding = left.valueAdding - right.valueAdding
    rest.auxiliary = left.auxiliary - right.auxiliary
    rest.waste = left.waste - right.waste
    return rest
  }
}
