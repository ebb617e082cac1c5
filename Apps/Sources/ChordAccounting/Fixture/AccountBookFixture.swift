import AppPictures
import AppStorage
import GRDB
import SeededRandom

/// A book made up from a seed: equal arguments give equal entries, projects, activities and photos on
/// every machine and build.
///
/// ```swift
/// let book = try AccountBook(path: path, durability: .appCrash)
/// try AccountBookFixture(entries: 10_000, projects: 20, seed: 2018).fill(book)
/// ```
public struct AccountBookFixture: Sendable {
  /// 2018-05-02 08:00 UTC: the projects of a fixture were added before it, a day apart.
  public static let now = Timestamp(milliseconds: 1_525_248_000_000)
  private static let day: Int64 = 86_400_000
  /// The number of the first entry; the others follow.
  public static let firstPos: Int64 = 101

  /// The number of the dictionary's entries.
  public let entries: Int
  /// The number of projects.
  public let projects: Int
  /// The number of activities in each project, if the dictionary has so many.
  public let activities: Int
  /// The number of photos in the project added last; the others have none.
  public let photos: Int
  /// The seed that all else follows from.
  public let seed: UInt64

  /// A fixture to be filled into any number of books.
  /// - Throws: ``AccountingError/fixtureImpossible(reason:)`` for numbers out of range.
  public init(
    entries: Int, projects: Int = 0, activities: Int = 0, photos: Int = 0, seed: UInt64
  ) throws(AccountingError) {
    for (count, most, what) in [
      (entries, 100_000, "entries"), (projects, 100_000, "projects"),
      (activities, 1_000, "activities"), (photos, 100, "photos"),
    ] where !(0...most ~= count) {
      throw .fixtureImpossible(reason: "\(count) \(what) are not 0 to \(most)")
    }
    self.entries = entries
    self.projects = projects
    self.activities = activities
    self.photos = photos
    self.seed = seed
  }

  /// The dictionary: one price of 0.50 to 500.00 kr. for each entry.
  public var list: ActivityList {
    var random = SplitMix64(seed: seed)
    return ActivityList(
      (0..<entries).compactMap { index in
        let (type, unit) = RoofingWords.activity(&random)
        guard let pos = PositionNumber(Self.firstPos + Int64(index)),
          let price = Price(oere: Int64(50 + random.below(49_951)))
        else { return nil }
        return DictionaryEntry(pos: pos, type: type, unit: unit, price: price)
      })
  }

  /// The dictionary as it is imported.
  public var json: [UInt8] {
    let entries = list.entries.map {
      #"{"pos":\#($0.pos),"type":"\#($0.type)","unit":"\#($0.unit.rawValue)","price":"\#($0.price)"}"#
    }
    return Array("[\n\(entries.joined(separator: ",\n"))\n]\n".utf8)
  }

  /// Fills the book.
  ///
  /// The store is left as one that was opened a while ago: all in the main file, the log empty, no
  /// page in the cache. What follows is then measured without the filling's remains.
  /// - Throws: ``AccountingError/notEmpty(path:)`` and the store's errors.
  public func fill(_ book: AccountBook) throws(AccountingError) {
    let path = book.path
    guard try book.dictionary.count() == 0, try book.projects.all().isEmpty else {
      throw .notEmpty(path: path)
    }
    let list = list
    try book.dictionary.replace(with: list)
    let photo = photos > 0 ? try ResizedPhoto(png: Self.photo(width: 1_280, height: 960)) : nil
    try book.store.write { database in
      var random = SplitMix64(seed: seed &+ 1)
      for number in 0..<projects {
        let age = Int64(projects - number)
        let date = Self.now.advanced(byMilliseconds: -age * Self.day)
        let project = try ProjectStore.insert(
          name: RoofingWords.project(&random), employer: RoofingWords.employer(&random),
          team: RoofingWords.team(&random), at: date, in: database)
        try addActivities(of: list.entries, to: project.id, &random, in: database)
        guard let photo, number == projects - 1 else { continue }
        for _ in 0..<photos {
          _ = try PhotoStore.insert(photo, to: project.id, at: date, in: database)
        }
      }
    }
    try book.store.settle()
  }

  /// Adds activities of the whole dictionary, evenly apart.
  private func addActivities(
    of entries: [DictionaryEntry], to id: ProjectID, _ random: inout SplitMix64,
    in database: Database
  ) throws {
    let count = min(activities, entries.count)
    for number in 0..<count {
      let entry = entries[number * entries.count / count]
      // 0.25 to 250.00, or 1 to 20 pieces.
      let hundredths =
        entry.unit == .pieces ? 100 * (random.below(20) + 1) : 25 * (random.below(1_000) + 1)
      guard let quantity = Quantity(hundredths: Int64(hundredths), of: entry.unit) else { continue }
      try ActivityRow.insert(
        Activity(entry: entry, quantity: quantity), into: id, in: database)
    }
  }

  /// A PNG of a roof, as a camera would deliver it. Photos differ by the chimney: where its left side
  /// is, as a share of the width.
  /// - Throws: ``AccountingError/photoNotWritten(reason:)`` when a side is not 1 to 32,767.
  public static func photo(
    width: Int, height: Int, chimney: Double = 0.65
  ) throws(AccountingError) -> [UInt8] {
    do {
      let surface = try CairoSurface(width: width, height: height)
      surface.fill(x: 0, y: 0, width: 1, height: 1, (0.70, 0.82, 0.92))
      // Courses of felt, each a little darker.
      for course in 0..<12 {
        let shade = 0.5 - 0.02 * Double(course)
        surface.fill(
          x: 0.1, y: 0.35 + 0.05 * Double(course), width: 0.8, height: 0.045,
          (shade, shade, shade + 0.03))
      }
      surface.fill(x: chimney, y: 0.15, width: 0.1, height: 0.3, (0.55, 0.25, 0.20))
      return try surface.png()
    } catch {
      throw AccountingError(error)
    }
  }
}
