import SideBySide
import ValueStream

/// Edits of maps of several sizes, in a `MapEditor` and in an array.
struct EditGrowth {
  /// Operations in a round: few against the smallest map, so that it stays of its size.
  static let batch = 20
  /// The width of the icon time line: fewer than the largest map's stickers.
  static let columns = 1_280

  let sizes: [Int]

  /// A row for each operation.
  func section(rounds: Int) throws -> Section {
    let core = try sizes.map { try Side(MapEditor(Self.stickers($0)), size: $0) }
    try Self.interleave(rounds, core.map { side in { try side.round() } })
    // The sides follow each other: copies of an array drive everything else out of the processor's
    // caches, and a large map would be measured as far as memory is slow.
    let peer = try sizes.map { try Side(ArraySession(Self.stickers($0)), size: $0) }
    try Self.interleave(rounds, peer.map { side in { try side.round() } })
    let rows = Operation.allCases.map { operation in
      [operation.rawValue]
        + Growth(times: core.map { $0.times[operation] ?? [] }).cells
        + Growth(times: peer.map { $0.times[operation] ?? [] }).cells
    }
    return Section(
      heading: """
        EDITS of maps of several sizes in stickers; at the right an array that is copied before each
        edit, so that it can be undone. "us" is the time of one, "times" that through the time of
        the smallest map in the same round: 1 means that the size does not matter.
        """,
      columns: ["edit"] + Growth.columns(sizes) + Growth.columns(sizes).map { "array " + $0 },
      rows: rows,
      published: [publishedHead]
        + rows.map { row in
          // Of the array what its largest map takes.
          ["app-value-stream"] + row.prefix(1 + sizes.count) + row.suffix(1)
        })
  }

  private var publishedHead: [String] {
    let names = sizes.map(Figure.grouped)
    return ["app-value-stream", "Operation", "\(names[0]) stickers, µs", "Over that, \(names[1])"]
      + names.dropFirst(2) + ["Array, \(names[names.count - 1])"]
  }

  /// Every round carries out all bodies, in an order drawn anew.
  private static func interleave(_ rounds: Int, _ bodies: [() throws -> Void]) throws {
    for _ in 0..<rounds {
      for body in bodies.shuffled() { try body() }
    }
  }

  private static func stickers(_ count: Int) throws -> [Sticker] {
    try (0..<count).map { number in
      try Sticker(
        id: StickerID(Int64(number + 1)),
        classification: Classification.allCases[number % Classification.allCases.count],
        minutes: Minutes(Double(number % 60)), text: "Step \(number) of the stream of values")
    }
  }

  /// The rows, in the order of a round, which leaves the map as long as it was.
  enum Operation: String, CaseIterable {
    case insert = "insert between two"
    case classify
    case totals
    case icons = "icons drawn anew"
    case undo
    case remove

    /// How often it is carried out at each position: the totals are ready in no time, and asking for
    /// them changes nothing.
    var repeats: Int { self == .totals ? 25 : 1 }
  }

  /// One side at one size.
  final class Side<Session: EditSession> {
    private var session: Session
    private let size: Int
    /// Microseconds of one, averaged over a batch: a time of each round.
    private(set) var times: [Operation: [Double]] = [:]

    init(_ session: Session, size: Int) {
      self.session = session
      self.size = size
    }

    func round() throws {
      // Drawn before the clock starts; below the size, so that every position is there.
      let positions = (0..<batch).map { _ in Int.random(in: 0..<size) }
      for operation in Operation.allCases {
        let batch = try Stopwatch.microseconds {
          for position in positions {
            for _ in 0..<operation.repeats { try carryOut(operation, at: position) }
          }
        }
        times[operation, default: []].append(batch / Double(positions.count * operation.repeats))
      }
    }

    private func carryOut(_ operation: Operation, at position: Int) throws {
      switch operation {
      case .insert: try session.insert(at: position, "Waits for the next station")
      case .classify: try session.reclassify(at: position)
      case .totals:
        guard session.leadTime >= 0 else { throw MapError.nothingFocused }
      case .icons:
        guard session.iconColours(columns: columns).count == columns else {
          throw MapError.nothingFocused
        }
      case .undo: try session.undo()
      case .remove: try session.remove(at: position)
      }
    }
  }
}
