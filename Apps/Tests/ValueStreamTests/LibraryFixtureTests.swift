import AppStorage
import TestSupport
import Testing

@testable import ValueStream

@Suite struct LibraryFixtureTests {
  @Test func `equal seeds fill equal libraries, different seeds different ones`() throws {
    func contents(_ seed: UInt64) throws -> [String] {
      let library = try ScratchFolder().library()
      try LibraryFixture(files: 30, stickersPerFile: 4, seed: seed).fill(library)
      try library.store.check()
      return try library.files().map { file in
        let opened = try library.open(file.fileName)
        return "\(file) \(opened.map.stickers.map { "\($0)" })"
      }
    }
    let first = try contents(1)
    #expect(first.count == 30)
    #expect(try contents(1) == first)
    #expect(try contents(2) != first)
    #expect(try MapFixture(stickers: 20, seed: 3).map() == MapFixture(stickers: 20, seed: 3).map())
    #expect(try MapFixture(stickers: 20, seed: 3).map().stickers.count == 20)
  }

  @Test func `a library filled by the fixture works like any other`() throws {
    let library = try ScratchFolder().library()
    try LibraryFixture(files: 30, stickersPerFile: 4, seed: 1).fill(library)
    #expect(try library.files().allSatisfy { $0.dateUpdated < LibraryFixture.now })
    var file = try library.open(try #require(try library.files().last).fileName)
    try library.save(try map("Schweißen unter Wasser"), in: &file)
    #expect(try library.searchStickers("unter wasser").map(\.file.fileName) == [file.fileName])
    #expect(try library.files().first?.fileName == file.fileName)
    try library.store.check()
  }

  @Test func `a library that holds a file is not filled`() throws {
    let library = try ScratchFolder().library()
    _ = try library.saveAs(StreamMap(), named: "mine")
    #expect(
      refusal { () throws(LibraryError) in
        try LibraryFixture(files: 3, stickersPerFile: 1, seed: 1).fill(library)
      } == "Cannot fill the library \(library.path) with a fixture: it is not empty.")
    #expect(try library.files().map(\.fileName) == ["mine"])
  }

  @Test func `fixtures of impossible sizes are refused`() {
    #expect(
      refusal { () throws(LibraryError) in
        try LibraryFixture(files: -1, stickersPerFile: 1, seed: 1)
      } == "Cannot make a fixture: -1 files are not 0 to 1,000,000.")
    #expect(
      refusal { () throws(LibraryError) in
        try LibraryFixture(files: 1, stickersPerFile: 1_000_001, seed: 1)
      } == "Cannot make a fixture: 1000001 stickers are not 0 to 1,000,000.")
    #expect(
      refusal { () throws(LibraryError) in try MapFixture(stickers: -7, seed: 1) }
        == "Cannot make a fixture: -7 stickers are not 0 to 1,000,000.")
  }
}
