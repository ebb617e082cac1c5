import ValueStream

/// Edits of maps of several sizes, in a `MapEditor` and in an array.
struct EditGrowth {
  /// Operations in a round: few against the smallest map, so that it stays of its size.
  static let batch = 20

  let sizes: [Int]

  /// A row for each operation.
  func lines(rounds: Int) throws -> [GrowthLine] {
    let core = try sizes.map { try Side(MapEditor(Self.stickers($0)), size: $0) }
    try Self.interleave(rounds, core.map { side in { try side.round() } })
    // The sides follow each other: copies of an array drive everything else out of the processor's
    // caches, and a large map would be measured as far as memory is slow.
    let peer = try sizes.map { try Side(ArraySession(Self.stickers($0)), size: $0) }
    try Self.interleave(rounds, peer.map { side in { try side.round() } })
    return Operation.allCases.map { operation in
      GrowthLine(
        name: operation.rawValue, operations: Self.batch,
        core: core.map { $0.times[operation] ?? [] }, peer: peer.map { $0.times[operation] ?? [] })
    }
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
    case insert
    case classify
    case totals
    case undo
    case remove
  }

  /// One side at one size.
  final class Side<Session: EditSession> {
    private var session: Session
    private let size: Int
    private(set) var times: [Operation: [UInt64]] = [:]

    init(_ session: Session, size: Int) {
      self.session = session
      self.size = size
    }

    func round() throws {
      // Drawn before the clock starts; below the size, so that every position is there.
      let positions = (0..<batch).map { _ in Int.random(in: 0..<size) }
      for operation in Operation.allCases {
        times[operation, default: []].append(
          try time { for position in positions { try carryOut(operation, at: position) } })
      }
    }

    private func carryOut(_ operation: Operation, at position: Int) throws {
      switch operation {
      case .insert: try session.insert(at: position, "Waits for the next station")
      case .classify: try session.reclassify(at: position)
      case .totals:
        guard session.leadTime >= 0 else { throw MapError.nothingFocused }
      case .undo: try session.undo()
      case .remove: try session.remove(at: position)
      }
    }
  }
}
