import Foundation
import Glibc
import Synchronization

@testable import ValueStream

/// A folder of its own for each test, removed with the last reference to it.
final class LibraryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/library-tests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CannotCreate(errno: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The store that all libraries of a folder share.
  var store: String { path + "/maps.sqlite" }

  /// A library on the folder's store, whose clock goes a second at each look.
  func library() throws -> MapLibrary {
    try MapLibrary(path: store, durability: .appCrash, clock: SecondsClock().tick)
  }

  struct CannotCreate: Error {
    let errno: Int32
  }
}

/// Starts at the fixture's time and goes on a second at each look.
final class SecondsClock: Sendable {
  private let seconds = Mutex<Int64>(0)

  @Sendable func tick() -> Timestamp {
    let passed = seconds.withLock { seconds in
      seconds += 1
      return seconds
    }
    return LibraryFixture.now.advanced(byMilliseconds: passed * 1000)
  }
}

/// The text of the error a call throws; "" when it throws none.
func refusal(_ body: () throws(LibraryError) -> some Any) -> String {
  do {
    _ = try body()
    return ""
  } catch {
    return error.description
  }
}

/// A map with a sticker of each text, the first's name being 1.
func map(_ texts: String...) throws -> StreamMap {
  var map = StreamMap()
  for text in texts {
    try map.insert(at: map.stickers.count) { sticker throws(MapError) in try sticker.write(text) }
  }
  return map
}

extension StreamMap {
  var texts: [String] { stickers.map(\.text) }
}
