import AppStorage
import GRDB
import SeededRandom

/// Things made up from a seed: equal arguments give equal things on every machine and build.
///
/// ```swift
/// let store = try ThingStore(path: path, zone: zone) { ThingFixture.now }
/// try ThingFixture(things: 10_000, seed: 2015).fill(store)
/// ```
public struct ThingFixture: Sendable {
  /// 2015-05-10 09:00 UTC: the things of a fixture began in the ten years before it.
  public static let now = Timestamp(milliseconds: 1_431_248_400_000)
  private static let tenYears = 3_652
  private static let names = [
    "accidents", "cigarettes", "coffee", "exercise", "nice weather", "a pay raise", "chocolate",
    "a letter from home", "the dentist", "holidays", "rain", "new shoes", "an argument",
    "swimming", "overtime", "broken dishes",
  ]
  private static let colours: [UInt32] = [
    0xffd54a, 0xf28b82, 0xccff90, 0xa7ffeb, 0xcbf0f8, 0xaecbfa, 0x5c2b29, 0x1b3a4b,
  ]

  /// The number of things; every fourth counts to or from a date.
  public let things: Int
  /// The seed that all else follows from.
  public let seed: UInt64

  /// A fixture to be filled into any number of stores.
  /// - Throws: ``CounterError/fixtureImpossible(reason:)`` for a number out of range.
  public init(things: Int, seed: UInt64) throws(CounterError) {
    guard 0...1_000_000 ~= things else {
      throw .fixtureImpossible(reason: "\(things) things are not 0 to 1,000,000")
    }
    (self.things, self.seed) = (things, seed)
  }

  /// Fills the store, in one transaction, and leaves it as one that was opened a while ago: all in
  /// the main file, no page in the cache.
  /// - Throws: ``CounterError/notEmpty(path:)`` and the store's errors.
  public func fill(_ store: ThingStore) throws(CounterError) {
    let path = store.path
    try store.write { database in
      let isFilled = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM thing)")
      guard isFilled != true else { throw CounterError.notEmpty(path: path) }
      var random = SplitMix64(seed: seed)
      for number in 0..<things { try insert(number, &random, in: database) }
    }
    do {
      try store.queue.settle()
    } catch {
      throw CounterError(using: path, error)
    }
  }

  private func insert(
    _ number: Int, _ random: inout SplitMix64, in database: Database
  ) throws {
    let age = Int64(random.below(Self.tenYears * 86_400)) * 1000
    var settings = ThingSettings(
      name: "\(random.pick(Self.names)) \(number + 1)",
      wording: random.below(2) == 0 ? .with : .without, date: nil,
      colour: Colour(unchecked: random.pick(Self.colours)))
    if number % 4 == 3 {
      // 2015-05-10 is 16,565 days after 1970-01-01.
      settings.date = CalendarDay(number: 16_565 - Self.tenYears + random.below(2 * Self.tenYears))
    }
    _ = try ThingRow.insert(
      settings, startDate: Self.now.advanced(byMilliseconds: -age),
      bestDays: random.below(Self.tenYears), in: database)
  }
}
