import AppStorage
import SideBySide
import ValueStream

/// The search on every key, beside a scan with LIKE that delivers the same result.
struct SearchContest {
  private static let names = [
    "halle", "wareneingang", "contr", "tôlerie, nî", "4711", "qzx", "montage süd",
  ]
  private static let texts = ["warten auf", "schweiß", "boîtier", "werk 17", "qzx"]
  /// Calls per time taken: one alone is too short for the clock.
  private static let calls = 10

  private let store: ScratchStore
  private let library: MapLibrary
  private let peer: ScanPeer
  private let fixture: LibraryFixture

  init(files: Int, directory: String) throws {
    store = ScratchStore("search", in: directory)
    library = try MapLibrary(path: store.path, durability: .appCrash)
    fixture = try LibraryFixture(files: files, stickersPerFile: 10, seed: 2016)
    try fixture.fill(library)
    peer = try ScanPeer(copying: store.path)
  }

  /// A row for each key of each text typed.
  func section(rounds: Int) throws -> Section {
    let listing = try (0..<rounds).map { _ in
      try Stopwatch.microseconds { _ = try library.files() }
    }
    let count = try library.files().count
    var section = Section(
      heading: """
        SEARCH on every key, in \(count) files of \(fixture.stickersPerFile) stickers. "us" is the time
        of the library. The same result by LIKE on all rows takes as many times as long: "ranked" in
        one statement that sorts, "staged" rank by rank until there are enough.
        """,
      columns: ["typed", "hits", "us", "ranked", "staged"])
    section.rows.append(
      ["(list of all files)", "\(count)", Figure.text(listing.median), "-", "-"])
    var searches: [Search] = []
    for typed in Self.names.flatMap(Self.keys) {
      searches.append(
        try timed("name: " + typed, Self.group(of: typed), rounds) {
          try library.search(typed).map(\.fileName)
        } _: {
          try peer.names(typed, staged: $0)
        })
    }
    let texts = "texts of \(Figure.grouped(count * fixture.stickersPerFile)) stickers"
    for typed in Self.texts.flatMap(Self.keys) {
      searches.append(
        try timed("text: " + typed, texts, rounds) {
          try library.searchStickers(typed).map(\.text)
        } _: {
          try peer.stickers(typed, staged: $0)
        })
    }
    section.rows += searches.map(\.cells)
    section.published = Self.published(searches)
    return section
  }

  /// The least and the most of each group.
  private static func published(_ searches: [Search]) -> [[String]] {
    var groups: [String] = []
    for search in searches where !groups.contains(search.group) { groups.append(search.group) }
    return [["app-search", "Text", "Times as fast, from", "to"]]
      + groups.map { group in
        let ratios = searches.filter { $0.group == group }.flatMap(\.ratios)
        return ["app-search", group, Figure.text(ratios.min()), Figure.text(ratios.max())]
      }
  }

  /// A name is found in another way by how much of it was typed.
  private static func group(of typed: String) -> String {
    if typed.contains(" ") { return "names, several words" }
    return typed.count > 9 ? "names, one longer word" : "names, one word of up to nine letters"
  }

  private static func keys(of typed: String) -> [String] {
    (1...typed.count).map { String(typed.prefix($0)) }
  }

  /// One text that was typed.
  private struct Search {
    let title: String
    let group: String
    let hits: Int
    /// Microseconds.
    let time: Double?
    /// What LIKE takes of it, ranked and staged.
    let ratios: [Double]

    var cells: [String] {
      [title, "\(hits)", Figure.text(time)] + ratios.map { Figure.text($0) }
    }
  }

  private func timed(
    _ title: String, _ group: String, _ rounds: Int, _ search: () throws -> [String],
    _ scan: (_ staged: Bool) throws -> [String]
  ) throws -> Search {
    let found = try search()
    for staged in [false, true] where try scan(staged) != found {
      throw Disagreement(title: title)
    }
    var own: [Double] = []
    var ratios: [[Double]] = [[], []]
    for _ in 0..<rounds {
      let time =
        try Stopwatch.microseconds {
          for _ in 0..<Self.calls { _ = try search() }
        } / Double(Self.calls)
      own.append(time)
      for (index, staged) in [false, true].enumerated() {
        let scanned = try Stopwatch.microseconds { _ = try scan(staged) }
        ratios[index].append(scanned / time)
      }
    }
    return Search(
      title: title, group: found.isEmpty ? "nothing found" : group, hits: found.count,
      time: own.median, ratios: ratios.compactMap(\.median))
  }

  /// The two sides find different things.
  struct Disagreement: Error, CustomStringConvertible {
    let title: String
    var description: String { "library and scan disagree on \(title)" }
  }
}
