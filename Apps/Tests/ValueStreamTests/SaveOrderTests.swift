import AppStorage
import TestSupport
import Testing

@testable import ValueStream

@Suite struct SaveOrderTests {
  @Test func `files stay in order even after a million saves within one millisecond`() throws {
    let folder = try ScratchFolder()
    func save(_ name: String, at milliseconds: Int64) throws {
      let library = try MapLibrary(path: folder.store, durability: .appCrash) {
        Timestamp(milliseconds: milliseconds)
      }
      _ = try library.saveAs(StreamMap(), named: name)
    }
    try save("first", at: 5_000)
    // As if a million had been saved since, and all but the last deleted.
    let library = try folder.library()
    let others = (1 << 20) - 1
    try library.store.execute(
      """
      UPDATE file SET saved = saved + \(others);
      UPDATE fileSearch SET rowid = rowid + \(others);
      """)
    let names = ["second", "third", "a millisecond later", "set back by one", "later still"]
    for (name, moment) in zip(names, [5_000, 5_000, 5_001, 5_000, 5_002] as [Int64]) {
      try save(name, at: moment)
    }
    #expect(try library.files().map(\.fileName) == names.reversed() + ["first"])
    #expect(try library.search("t").map(\.fileName).first == "third")
    try library.store.check()
  }
}
