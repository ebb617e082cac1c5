import AppStorage
import GRDB

/// Finds ranks for stickers that come to stand between others.
///
/// A rank is a number that says where on the time line a sticker stands; neighbours are far apart,
/// so that others fit in between without a change of theirs. Where a gap is used up, the ranks
/// around it are spread anew: of the ranges of 2, 4, 8 … ranks around the place the smallest that
/// is not crowded. The larger the range, the emptier it must be, so that room made lasts: n
/// insertions, wherever they are, change O(n log² n) ranks. Source: Bender, Cole, Demaine,
/// Farach-Colton, Zito, "Two Simplified Algorithms for Maintaining Order in a List", ESA 2002,
/// <https://doi.org/10.1007/3-540-45749-6_17>, section 2.
struct StickerRanks {
  /// Between two stickers put side by side for the first time: halved 24 times before it is used up.
  static let gap: Int64 = 1 << 24
  /// Ranks stay within 2^62 below and above 0, so that their differences are numbers too.
  private static let bits: Int64 = 62
  /// A range of 2^i ranks may hold (2/1.5)^i stickers: 55 million in all. Any number between 1 and
  /// 2 does; nearer to 1 room is made less often and of more ranks.
  private static let crowding = 1.5

  let file: FileRow
  let database: Database

  /// Ranks for stickers of a new map.
  static func fresh(_ position: Int) -> Int64 { (Int64(position) + 1) * gap }

  /// Ranks, ascending, for stickers that come right after the one of rank `after`; first where that
  /// is nil.
  func ranks(for count: Int, after: Int64?) throws -> [Int64] {
    let before = try next(after: after)
    let limit = StoredNumber.limit
    let span = Int64(count + 1).multipliedReportingOverflow(by: Self.gap)
    guard !span.overflow, span.partialValue < limit else {
      return try spread(count, after: after, around: after ?? before ?? 0)
    }
    let low: Int64
    let high: Int64
    switch (after, before) {
    case (nil, nil): (low, high) = (0, span.partialValue)
    case (let after?, nil): (low, high) = (after, min(limit - 1, after + span.partialValue))
    case (nil, let before?): (low, high) = (max(-limit, before - span.partialValue), before)
    case (let after?, let before?): (low, high) = (after, before)
    }
    let step = (high - low) / Int64(count + 1)
    guard step > 0 else { return try spread(count, after: after, around: after ?? high) }
    return (1...Int64(count)).map { low + $0 * step }
  }

  /// Makes room for `count` stickers and returns their ranks.
  private func spread(_ count: Int, after: Int64?, around place: Int64) throws -> [Int64] {
    for bits in 1...Self.bits {
      let low = (place >> bits) << bits
      let size: Int64 = 1 << bits
      let present = try self.count(from: low, through: low + (size - 1))
      let total = Int64(present + count)
      let isCrowded = Double(total) > power(2 / Self.crowding, bits)
      guard !isCrowded || bits == Self.bits else { continue }
      let earlier = try ranks(from: low, through: low + (size - 1))
      let step = size / (total + 1)
      let fresh = (1...total).map { low + $0 * step }
      let index = earlier.firstIndex { rank in after.map { rank > $0 } ?? true } ?? earlier.count
      try move(earlier, to: Array(fresh[..<index] + fresh[(index + count)...]))
      return Array(fresh[index..<(index + count)])
    }
    return []
  }

  /// Gives stickers other ranks: those that go up from the last to the first, those that go down
  /// from the first to the last, so that no two ever have the same.
  private func move(_ earlier: [Int64], to later: [Int64]) throws {
    let moves = zip(earlier, later)
    for (from, to) in Array(moves).reversed() where to > from { try move(from, to: to) }
    for (from, to) in moves where to < from { try move(from, to: to) }
  }

  private func move(_ rank: Int64, to other: Int64) throws {
    let statement = try PreparedStatement(
      "UPDATE sticker SET rank = ? WHERE fileID = ? AND rank = ?", in: database)
    try statement.bind(other, at: 1)
    try statement.bind(file.id, at: 2)
    try statement.bind(rank, at: 3)
    try statement.run()
  }

  private func next(after rank: Int64?) throws -> Int64? {
    let statement = try PreparedStatement(
      "SELECT min(rank) FROM sticker WHERE fileID = ? AND rank > ?", in: database)
    defer { statement.finish() }
    try statement.bind(file.id, at: 1)
    try statement.bind(rank ?? .min, at: 2)
    guard try statement.step(), let next = statement.integerIfAny(0) else { return nil }
    guard StoredNumber.ranks.contains(next) else {
      throw LibraryError.fileDamaged(
        fileName: file.listed.fileName, sticker: nil, reason: "\(next) is no place on a time line")
    }
    return next
  }

  private func count(from low: Int64, through high: Int64) throws -> Int {
    let statement = try PreparedStatement(
      "SELECT count(*) FROM sticker WHERE fileID = ? AND rank BETWEEN ? AND ?", in: database)
    defer { statement.finish() }
    try bind(statement, low, high)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  private func ranks(from low: Int64, through high: Int64) throws -> [Int64] {
    let statement = try PreparedStatement(
      "SELECT rank FROM sticker WHERE fileID = ? AND rank BETWEEN ? AND ? ORDER BY rank",
      in: database)
    defer { statement.finish() }
    try bind(statement, low, high)
    var ranks: [Int64] = []
    while try statement.step() { ranks.append(statement.integer(0)) }
    return ranks
  }

  private func bind(_ statement: PreparedStatement, _ low: Int64, _ high: Int64) throws {
    try statement.bind(file.id, at: 1)
    try statement.bind(low, at: 2)
    try statement.bind(high, at: 3)
  }

  private func power(_ base: Double, _ exponent: Int64) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
