import ValueStream

/// What both sides of the contest can do with a map.
protocol EditSession {
  init(_ stickers: [Sticker]) throws

  mutating func insert(at position: Int, _ text: String) throws
  /// Gives a sticker another classification.
  mutating func reclassify(at position: Int) throws
  mutating func remove(at position: Int) throws
  mutating func undo() throws
  /// In seconds.
  var leadTime: Int64 { get }
  /// What every column of the icon time line shows.
  func iconColours(columns: Int) -> [Classification]
}

extension MapEditor: EditSession {
  init(_ stickers: [Sticker]) throws {
    self.init(try StreamMap(StickerSequence(stickers)))
  }

  mutating func insert(at position: Int, _ text: String) throws {
    try insert(at: position) { sticker throws(MapError) in try sticker.write(text) }
  }

  mutating func reclassify(at position: Int) throws {
    try focus(on: position)
    try classify(as: map.stickers[position].classification.other)
  }

  var leadTime: Int64 { map.totals.leadTime.seconds }

  func iconColours(columns: Int) -> [Classification] {
    guard let view = try? IconTimeLine(width: Double(columns)) else { return [] }
    return view.marks(of: map.stickers).map(\.classification)
  }
}

/// The same with an array: the obvious way, which copies all that an edit could change.
struct ArraySession: EditSession {
  /// Fewer than the app keeps, which would take half a gigabyte.
  static let undoLimit = EditGrowth.batch

  private var stickers: [Sticker]
  private var past: [[Sticker]] = []

  init(_ stickers: [Sticker]) {
    self.stickers = stickers
  }

  mutating func insert(at position: Int, _ text: String) throws {
    keep()
    let id = StickerID(Int64(stickers.count + 1))
    stickers.insert(try Sticker(id: id, text: text), at: position)
  }

  mutating func reclassify(at position: Int) throws {
    keep()
    stickers[position].classification = stickers[position].classification.other
  }

  mutating func remove(at position: Int) throws {
    keep()
    stickers.remove(at: position)
  }

  mutating func undo() throws {
    guard let last = past.popLast() else { throw MapError.nothingToUndo }
    stickers = last
  }

  var leadTime: Int64 { stickers.reduce(0) { $0 + $1.minutes.seconds } }

  func iconColours(columns: Int) -> [Classification] {
    (0..<columns).map { column in
      let first = stickers.count * column / columns
      let end = max(first + 1, stickers.count * (column + 1) / columns)
      var times: [Int64] = [0, 0, 0]
      for sticker in stickers[first..<end] {
        times[sticker.classification.costs] += sticker.minutes.seconds
      }
      guard let most = times.max(), most > 0 else { return stickers[first].classification }
      return Classification.allCases.max {
        (times[$0.costs], $0.costs) < (times[$1.costs], $1.costs)
      } ?? .waste
    }
  }

  private mutating func keep() {
    if past.count == Self.undoLimit { past.removeFirst() }
    past.append(stickers)
  }
}

extension Classification {
  fileprivate var other: Classification { self == .waste ? .auxiliary : .waste }

  /// What costs the customer more has the higher number.
  fileprivate var costs: Int {
    switch self {
    case .valueAdding: 0
    case .auxiliary: 1
    case .waste: 2
    }
  }
}
