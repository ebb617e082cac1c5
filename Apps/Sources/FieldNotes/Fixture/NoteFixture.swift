public import AppStorage
import GRDB
import NoteExchange
import SeededRandom

/// Notes to begin with, the same for equal settings on every machine: made offline, so that all are yet
/// to be pushed.
public struct NoteFixture: Hashable, Sendable {
  /// The moment at which the fixture's users begin: 2011-08-26 08:00:00 UTC.
  public static let now = Timestamp(milliseconds: 1_314_345_600_000)
  private static let words = [
    "felt", "slate", "gutter", "ridge", "valley", "skylight", "chimney", "ladder", "scaffold",
    "invoice", "meeting", "idea", "recipe", "Über", "naïve", "Ærø", "日記", "quote \"x\"", "a\\b",
  ]

  private let notes, tags, cameraPercent, audioPercent, fileBytes: Int
  private let seed: UInt64

  /// A fixture to be filled into any number of books. A note has up to three of so many different tags.
  /// `cameraPercent` is the share of pictures, `audioPercent` that of recordings; each has a file of
  /// `fileBytes`.
  /// - Throws: ``NoteError/fixtureImpossible(reason:)`` for numbers out of range.
  public init(
    notes: Int, tags: Int = 20, cameraPercent: Int = 0, audioPercent: Int = 0,
    fileBytes: Int = 10_000, seed: UInt64
  ) throws(NoteError) {
    for (count, most, what) in [
      (notes, 100_000, "notes"), (tags, 1_000, "tags"), (cameraPercent, 100, "% of pictures"),
      (audioPercent, 100 - min(max(cameraPercent, 0), 100), "% of recordings"),
      (fileBytes, NoteContent.contentLimit, "bytes"),
    ] where !(0...most ~= count) {
      throw .fixtureImpossible(reason: "\(count) \(what) are not 0 to \(most)")
    }
    (self.notes, self.tags, self.seed) = (notes, tags, seed)
    (self.cameraPercent, self.audioPercent) = (cameraPercent, audioPercent)
    self.fileBytes = fileBytes
  }

  /// The name of a tag.
  public static func tag(_ number: Int) -> String { "tag \(number)" }

  /// Bytes as of a picture or a recording, which nothing compresses.
  public static func file(bytes count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      withUnsafeBytes(of: random.next().littleEndian) { bytes += $0 }
    }
    return Array(bytes.prefix(count))
  }

  /// Fills the book, and leaves it as one that was opened a while ago: all in the main file, the log
  /// empty, no page in the cache.
  /// - Throws: ``NoteError/notEmpty(path:)`` and the store's errors.
  public func fill(_ book: NoteBook) throws(NoteError) {
    guard try book.notes().isEmpty else { throw .notEmpty(path: book.path) }
    let hold = try book.media.hold()
    defer { hold.end() }
    try book.write { database in
      var random = SplitMix64(seed: seed)
      for number in 0..<notes {
        let id = NoteID(random: &random)
        let share = random.below(100)
        let kind: NoteKind =
          share < cameraPercent ? .camera : share < cameraPercent + audioPercent ? .audio : .text
        let created = Self.now.milliseconds - Int64(notes - number) * 60_000
        var content = NoteContent(
          kind: kind, name: "\(line(&random, words: 2)) \(number)", created: created)
        var resource: String?
        if kind == .text {
          content.body = (0..<3).map { _ in line(&random, words: 6) }.joined(separator: "\n")
        } else {
          let file = Self.file(bytes: fileBytes, seed: random.next())
          resource = try book.media.add(file, under: hold)
        }
        let count = tags == 0 ? 0 : random.below(4)
        content.tags = (0..<count).map { _ in Self.tag(random.below(tags)) }
        var row = NoteRow(id: id, content, resource: resource)
        row.edits = 1
        try row.insert(content.tags, in: database)
      }
    }
    try book.settle()
  }

  private func line(_ random: inout SplitMix64, words: Int) -> String {
    (0..<words).map { _ in random.pick(Self.words) }.joined(separator: " ")
  }
}
