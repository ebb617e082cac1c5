import AppStorage
import Synchronization
import TestSupport

@testable import ValueStream

extension ScratchFolder {
  /// The store that all libraries of a folder share.
  var store: String { file("maps.sqlite") }

  /// A library on the folder's store, whose clock goes a second at each look.
  func library() throws -> MapLibrary {
    try MapLibrary(path: store, durability: .appCrash, clock: SecondsClock().tick)
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
