import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct DictionaryTests {
  private let book: AccountBook

  init() throws {
    book = try ScratchFolder().book()
  }

  private func read(_ json: String) throws(DictionaryError) -> ActivityList {
    try ActivityList(json: Array(json.utf8))
  }

  private func entry(
    pos: String = "1", type: String = "\"Felt\"", unit: String = "\"m2\"", price: String = "\"1\""
  ) -> String {
    "{\"pos\": \(pos), \"type\": \(type), \"unit\": \(unit), \"price\": \(price)}"
  }

  /// The refusal of a second entry, after "Entry 2 of the dictionary".
  private func refusal(ofSecond json: String) -> String {
    let text = ChordAccountingTests.refusal { () throws(DictionaryError) in
      try read("[\(entry(pos: "9")), \(json)]")
    }
    let start = "Entry 2 of the dictionary"
    return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }

  @Test func `every invalid entry is named, with what is allowed`() {
    #expect(refusal(ofSecond: entry(pos: "9")) == ": the pos 9 is that of entry 1 too.")
    #expect(
      refusal(ofSecond: entry(pos: "0")) == ": the pos is 0; allowed are 1 to 999999999.")
    #expect(refusal(ofSecond: entry(pos: "\"9\"")) == ": the pos is not a whole number.")
    // Of numbers beyond all that Swift has Foundation says by itself where they are.
    for number in ["1e400", "9223372036854775808"] {
      #expect(
        refusal(ofSecond: entry(pos: number)).hasPrefix(
          "The dictionary is no JSON at line 1, column"))
    }
    #expect(
      refusal(ofSecond: entry(unit: "\"km\"")) == ": the unit is \"km\"; allowed are m2, lbm, pcs.")
    #expect(
      refusal(ofSecond: entry(price: "\"-1.00\""))
        == ": the price is \"-1.00\"; allowed are 0.00 to 999999.99, with at most two places after "
        + "the point.")
    #expect(
      refusal(ofSecond: entry(price: "21.35")) == ": the price is not text such as \"21.35\".")
    #expect(refusal(ofSecond: entry(type: "\" \"")) == ": The activity's type is empty.")
    #expect(
      refusal(ofSecond: entry(type: "\"a\\nb\""))
        == ": The activity's type holds the control character U+000A; it is one line of text.")
    #expect(refusal(ofSecond: entry(type: "null")) == " has no type.")
    #expect(refusal(ofSecond: "{\"pos\": 1}") == " has no type.")
    #expect(refusal(ofSecond: "7") == " is no object with pos, type, unit and price.")
    #expect(refusal(ofSecond: "null") == " is no object with pos, type, unit and price.")
  }

  @Test(arguments: [
    ("{}", "The dictionary is no list of entries."), ("7", "The dictionary is no list of entries."),
    ("[]", "The dictionary has no entries."),
  ])
  func `a document that is not a list is refused`(json: String, text: String) {
    #expect(ChordAccountingTests.refusal { () throws(DictionaryError) in try read(json) } == text)
  }

  @Test(arguments: ["", "[", "[{\"pos\": 1,}", "\u{0}", "pos,type\n1,felt"])
  func `invalid JSON is refused`(json: String) {
    #expect(
      ChordAccountingTests.refusal { () throws(DictionaryError) in try read(json) }
        .hasPrefix("The dictionary is no JSON at line "))
  }

  @Test func `a mistake in JSON is reported with its line and column`() {
    #expect(
      ChordAccountingTests.refusal { () throws(DictionaryError) in try read("[\n{\"pos\" 1}]") }
        .hasPrefix("The dictionary is no JSON at line 2, column 8: "))
  }

  @Test func `a missing file is named`() {
    #expect(
      ChordAccountingTests.refusal { () throws(DictionaryError) in
        try ActivityList(file: "/none.json")
      }.hasPrefix("Cannot read the dictionary /none.json: "))
  }

  @Test func `a refused import keeps the old dictionary, and a good one replaces it`() throws {
    try book.importDictionary(read("[\(entry(pos: "1")), \(entry(pos: "2"))]"))
    #expect(throws: DictionaryError.self) {
      try book.importDictionary(read("[\(entry(pos: "3")), \(entry(pos: "3"))]"))
    }
    #expect(try book.dictionary.count() == 2)
    try book.importDictionary(read("[\(entry(pos: "3", type: "\"Gutter\""))]"))
    #expect(try book.dictionary.count() == 1)
    #expect(try book.dictionary.search("felt").isEmpty)
    #expect(try book.dictionary.entry(1) == nil)
    let found = try #require(try book.dictionary.search("gut").first)
    #expect(try book.dictionary.entry(3) == found)
    #expect(found.price.description == "1.00")
  }

  @Test func `entries with words that begin with the text come first, then others, each by number`()
    throws
  {
    try book.importDictionary(
      read(
        "["
          + [
            (40, "Underpap"), (30, "Tagpap"), (20, "Top felt"), (10, "Under felt, 2 layers"),
            (50, "Pap, svejset"), (60, "Inddækning (ÆØÅ)"), (70, "Åben fuge 101"),
            (101, "Feltpen \\\"x\\\" AND y"),
          ].map { entry(pos: "\($0.0)", type: "\"\($0.1)\"") }.joined(separator: ",") + "]"))
    func found(_ typed: String) throws -> [Int64] {
      try book.dictionary.search(typed).map(\.pos.number)
    }
    #expect(try found("pap") == [50, 30, 40])
    #expect(try found("PAP") == [50, 30, 40])
    #expect(try found("p") == [50])
    #expect(try found("pa") == [50])
    #expect(try found("felt") == [10, 20, 101])
    #expect(try found("felt un") == [10])
    #expect(try found("un felt") == [10])
    #expect(try found("eltp") == [101])
    #expect(try found("aben") == [70])
    #expect(try found("inddæk") == [60])
    #expect(try found("æøå") == [60])
    #expect(try found("101") == [70, 101])
    #expect(try found("10") == [10, 70, 101])
    #expect(try found("2 lay") == [10])
    #expect(try found("and") == [101])
    #expect(try found("x\" OR \"felt").isEmpty)
    for typed in ["", " ", "\"", "*", "^", "(", "\u{0}\u{1}", "👷"] {
      #expect(try found(typed).isEmpty, "\(typed)")
    }
    #expect(try book.dictionary.search("felt", limit: 2).map(\.pos.number) == [10, 20])
    #expect(try book.dictionary.search("pap", limit: 2).map(\.pos.number) == [50, 30])
    #expect(try book.dictionary.search("pap", limit: 0).isEmpty)
  }

  @Test func `a search finds what a scan of all entries finds`() throws {
    let fixture = try AccountBookFixture(entries: 2_000, seed: 7)
    try fixture.fill(book)
    let texts = fixture.list.entries.map { entry in
      (entry.pos.number, SearchWords("\(entry.pos) \(entry.type)"))
    }
    for typed in ["t", "ta", "tag", "tagp", "felt fl", "15", "210", "ønr", "hætte over 45", "laid"]
    {
      let words = SearchWords(typed).indexed.split(separator: "\u{1}").map(String.init)
      func holds(_ text: SearchWords, anywhere: Bool) -> Bool {
        words.allSatisfy { word in
          text.indexed.contains(anywhere && word.count >= 3 ? word : "\u{1}\u{1}" + word)
        }
      }
      let begin = texts.filter { holds($0.1, anywhere: false) }.map(\.0)
      let hold = texts.filter { holds($0.1, anywhere: true) }.map(\.0).filter {
        !begin.contains($0)
      }
      #expect(try book.dictionary.search(typed, limit: 2_000).map(\.pos.number) == begin + hold)
      #expect(
        try book.dictionary.search(typed).map(\.pos.number) == Array((begin + hold).prefix(50)))
    }
  }
}
