import AppStorage
import ChordAccounting
import DriverKit

/// The app as one roofer has it in hand: a book, and what the last lists showed.
///
/// Digests hold all fields of what is listed or changed, and what observers heard; of a photo which one it
/// is and its size; of a page its texts and lines with their places; of a message all lines but the PDF's.
final class ChordSession: HostedApp {
  static let driver = "chord-driver"
  static let verbs: [Verb<ChordSession>] =
    dictionaryVerbs + projectVerbs + activityVerbs + photoVerbs + exportVerbs

  let directory: String
  let seed: UInt64
  var book: AccountBook
  /// The photo that the camera takes, and what photos are held against: drawn with the fixture, so that the
  /// memory it takes to draw is in no step's peak.
  let photograph: [UInt8]
  var album: PhotoAlbum
  /// What the last `projects`, `activities` and `photos` showed, less what was taken since.
  var listedProjects: [ProjectID] = []
  var listedActivities: [Int64] = []
  var listedPhotos: [PhotoID] = []
  /// The entry of the dictionary that the next activity without a number is added of.
  var nextPos = AccountBookFixture.firstPos
  /// What observers have heard of and no outcome has told yet.
  private var heard: [Change] = []

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["entries", "projects", "activities", "photos", "seed"])
    self.directory = directory
    seed = UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    book = try Self.open(directory)
    photograph = try AccountBookFixture.photo(width: 1200, height: 1600, chimney: 0.2)
    album = try PhotoAlbum(
      fixture: AccountBookFixture.photo(width: 1280, height: 960), camera: photograph)
    try AccountBookFixture(
      entries: fixture.integer("entries", default: 1_000),
      projects: fixture.integer("projects", default: 20),
      activities: fixture.integer("activities", default: 20),
      photos: fixture.integer("photos", default: 4), seed: seed
    ).fill(book)
    listen()
  }

  /// Opens the book anew. Time stands still, so that all runs lead to the same.
  static func open(_ directory: String) throws -> AccountBook {
    try AccountBook(path: directory + "/accounts.sqlite") { AccountBookFixture.now }
  }

  /// Hears of every change, as the views of the app do.
  func listen() {
    for kind in ChangeKind.allCases {
      book.observers.add(for: kind) { [unowned self] change in heard.append(change) }
    }
  }

  /// Puts what was heard of into a digest, so that a build that forgets to notify is found out.
  func tellChanges(to outcome: inout Outcome) {
    for change in heard { outcome.mix("\(change)") }
    heard = []
  }

  /// The item that a step names by its number, or else the next of those listed.
  func next<Item>(
    _ name: String, _ arguments: Arguments, in list: inout [Item], _ make: (Int64) -> Item
  ) throws -> Item {
    if arguments.names.contains(name) { return make(Int64(try arguments.integer(name))) }
    guard !list.isEmpty else { throw NothingListed(name: name) }
    return list.removeFirst()
  }
}

/// No list has shown what the step is to take.
struct NothingListed: CodedError {
  let name: String

  var code: String { "nothing-listed" }

  var description: String {
    "No listed \(name) is left; a step before that lists some shows them, or '\(name)' names one."
  }
}
