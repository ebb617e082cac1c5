import AppStorage
import SeededRandom
import TestSupport
import Testing

@testable import ValueStream

@Suite struct SearchTests {
  let library: MapLibrary

  init() throws {
    library = try ScratchFolder().library()
  }

  /// Saves maps without stickers under these names, one after the other.
  private func save(_ names: String...) throws {
    for name in names { _ = try library.saveAs(StreamMap(), named: name) }
  }

  private func found(_ typed: String, limit: Int = 50) throws -> [String] {
    try library.search(typed, limit: limit).map(\.fileName)
  }

  @Test func `names that begin with the text come first, then words that do, then the rest`() throws
  {
    try save("Blinde Montage", "Linie 2", "Montage (Linie 1)", "Linienplan", "Rohrlinie-Linde")
    #expect(
      try found("lin")
        == ["Linienplan", "Linie 2", "Rohrlinie-Linde", "Montage (Linie 1)", "Blinde Montage"])
    #expect(try found("lin", limit: 3) == ["Linienplan", "Linie 2", "Rohrlinie-Linde"])
    #expect(try found("lin", limit: 0).isEmpty)
    #expect(try found("l").prefix(2) == ["Linienplan", "Linie 2"])
    #expect(try found("li").last == "Blinde Montage")
  }

  @Test func `if several words are typed, the name must hold each of them`() throws {
    try save("Montage Süd", "Süd-Montage", "Montage Nord", "Demontage am Südtor")
    #expect(try found("montage s") == ["Montage Süd", "Süd-Montage", "Demontage am Südtor"])
    #expect(try found("  s   montage ") == ["Süd-Montage", "Montage Süd", "Demontage am Südtor"])
    #expect(try found("ta üd am") == ["Demontage am Südtor"])
    #expect(try found("montage montage nord") == ["Montage Nord"])
    #expect(try found("montage west").isEmpty)
    #expect(try found("süd-m") == ["Süd-Montage"])
    #expect(try found("-m") == ["Süd-Montage"])
  }

  // Up to 100 texts that may fit are ranked one by one, more by FTS5.
  @Test(arguments: [1, 95, 96, 97, 140])
  func `names found by several words have the same order, however many there are`(others: Int)
    throws
  {
    try save("Montage, Süd", "Montage Süd", "Süd-Montage", "Montage Nord Süd", "Monats-Anlage Süd")
    let rest = (0..<others).map { "Vormontage am Südtor \($0)" }
    for name in rest { try save(name) }
    #expect(
      try found("montage s", limit: 200)
        == ["Montage Süd", "Montage Nord Süd", "Süd-Montage", "Montage, Süd"] + rest.reversed())
    #expect(try found("montage süd", limit: 2) == ["Montage Süd", "Montage Nord Süd"])
  }

  @Test(arguments: [3, 140])
  func `stickers found by several words have the same order, however many there are`(others: Int)
    throws
  {
    _ = try library.saveAs(try map("Wagen laden"), named: "words")
    for number in 0..<others {
      _ = try library.saveAs(try map("Beladen am Wagenplatz", "Wareneingang"), named: "\(number)")
    }
    let hits = try library.searchStickers("wagen laden", limit: 200)
    #expect(hits.map(\.file.fileName) == ["words"] + (0..<others).reversed().map { "\($0)" })
  }

  @Test func `an empty search finds nothing`() throws {
    try save("anything")
    for typed in ["", " ", "\n\t", "\0", "\u{3000}"] { #expect(try found(typed).isEmpty) }
  }

  @Test(arguments: [
    ("Straße", "strasse"), ("STRASSE", "aß"), ("Maẞe", "masse"), ("İstanbul", "istan"),
    ("Eﬃzienz", "ffi"), ("Été", "ete"), ("ete", "ÉTÉ"), ("e\u{301}te\u{301}", "\u{E9}t"),
    ("日本語の地図", "本"), ("日本語の地図", "本語"), ("日本語の地図", "語の地図"),
    ("ﾊﾞｯｸﾞ", "バッグ"), ("ＡＢＣ", "abc"), ("한국어", "\u{1112}\u{1161}\u{11AB}"),
    ("Karte 👩‍👩‍👧 neu", "👩‍👩‍👧"), ("Karte 👍🏽", "👍"), ("x²", "x2"), ("Ελλάς", "ΕΛΛΑΣ"),
    ("Ёлка", "елка"), ("हिन्दी", "न्दी"), ("Ångström", "angstrom"), ("½ Tag", "1\u{2044}2"),
  ])
  func `case, accents, width and composition make no difference to the search`(
    name: String, typed: String
  )
    throws
  {
    try save("other", name)
    #expect(try found(typed).count == 1)
  }

  @Test(arguments: [("Straße", "ø"), ("ø", "o"), ("ı", "i"), ("が", "か"), ("œuvre", "oeuvre")])
  func `different letters do not match in the search`(name: String, typed: String) throws {
    try save(name)
    #expect(try found(typed).isEmpty)
  }

  @Test func `folding letter by letter gives what Foundation gives for the whole text`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      var text = String.UnicodeScalarView()
      for _ in 0..<12 {
        guard let scalar = Unicode.Scalar(UInt32(random.below(0x250))) else { continue }
        text.append(scalar)
      }
      #expect(
        FoldedText.scalars(of: String(text))
          == Array(FoldedText.folded(String(text)).unicodeScalars))
    }
  }

  @Test(arguments: [
    "\"", "*", "^", "-", ":", "(", ")", "+", "{", "'", "%", "_", "\\", "a*", "\"a\"", "^a",
    "text:a", "a AND b", "a OR b", "NOT a", "NEAR(a b)", "a\" OR \"b", "'; DROP TABLE file",
    "\u{1}", "\u{2}", "|",
  ])
  func `the search engine's operators are searched as plain text`(typed: String) throws {
    try save("plain", "a or b", "nothing")
    let before = try found(typed)
    #expect(before.isEmpty || typed == "a OR b")
    guard !typed.contains("\u{1}"), !typed.contains("\u{2}") else { return }
    try save("with \(typed) in it")
    #expect(try found(typed).contains("with \(typed) in it"))
  }

  @Test func `a search text may have any length`() throws {
    try save("a")
    #expect(try found(String(repeating: "ä", count: 10_000)).isEmpty)
    #expect(try found(String(repeating: "a ", count: 3_000)) == ["a"])
    #expect(try found(String(repeating: "abc ", count: 3_000)).isEmpty)
  }

  @Test func `stickers are found by their words, the last written first`() throws {
    var early = try library.saveAs(try map("Drehen", "Teile waschen", "waschen"), named: "early")
    _ = try library.saveAs(try map("", "Abwaschen", "Rüsten"), named: "late")
    func hits(_ typed: String) throws -> [String] {
      try library.searchStickers(typed).map {
        "\($0.file.fileName) \($0.sticker.number) \($0.text)"
      }
    }
    #expect(try hits("wasch") == ["early 2 Teile waschen", "late 2 Abwaschen"])
    #expect(try hits("rus") == ["late 3 Rüsten"])
    #expect(try hits("waschen teile") == ["early 2 Teile waschen"])
    // Words on different stickers are not together.
    #expect(try hits("drehen teile").isEmpty)
    var map = early.map
    try map.change(at: 0) { sticker throws(MapError) in try sticker.write("Rüsten lang") }
    try library.save(map, in: &early)
    #expect(try hits("rüsten") == ["early 1 Rüsten lang", "late 3 Rüsten"])
    #expect(try hits("drehen").isEmpty)
    #expect(try library.searchStickers("rüsten", limit: 1).count == 1)
    #expect(try library.searchStickers("rüsten", limit: 0).isEmpty)
    try library.delete("early")
    #expect(try hits("wasch") == ["late 2 Abwaschen"])
    try library.store.check()
  }

  @Test func `a save that changes no text does not move a file up in the sticker search`()
    throws
  {
    var first = try library.saveAs(try map("same", "x"), named: "first")
    _ = try library.saveAs(try map("same"), named: "second")
    var map = first.map
    try map.move(from: 0, to: 1)
    try map.change(at: 1) { sticker throws(MapError) in sticker.background = .pink }
    try library.save(map, in: &first)
    #expect(try library.searchStickers("same").map(\.file.fileName) == ["second", "first"])
    #expect(try library.search("f").map(\.fileName) == ["first"])
  }
}
