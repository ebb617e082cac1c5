import Foundation
import ValueStream

/// The search on every key, beside a scan with LIKE that delivers the same result.
///
/// Times are microseconds of the library; the ratios say how many times as long the scan takes
/// (see `ScanPeer` for the two kinds).
struct SearchContest {
  private static let names = [
    "halle", "wareneingang", "contr", "tôlerie, nî", "4711", "qzx", "montage süd",
  ]
  private static let texts = ["warten auf", "schweiß", "boîtier", "werk 17", "qzx"]
  /// Calls per time taken: one alone is too short for the clock.
  private static let calls = 10

  private let rounds: Int
  private let path: String
  private let library: MapLibrary
  private let peer: ScanPeer
  private let title: String

  init(files: Int, rounds: Int, directory: String) throws {
    self.rounds = rounds
    path = directory + "/search-contest-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    let library = try MapLibrary(path: path, durability: .appCrash)
    self.library = library
    let fixture = try LibraryFixture(files: files, stickersPerFile: 10, seed: 2016)
    let filling = try Stopwatch.microseconds { try fixture.fill(library) }
    peer = try ScanPeer(copying: path)
    title = "\(files) files of 10 stickers, filled in \(Int(filling / 1000)) ms"
  }

  func lines() throws -> [String] {
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    var lines = [title]
    let listing = try (0..<rounds).map { _ in
      try Stopwatch.microseconds { _ = try library.files() }
    }
    lines.append("list of all files: \(Int(Stopwatch.median(listing))) us")
    lines.append("typed                  hits         us     ranked     staged")
    for typed in Self.names.flatMap(Self.keys) {
      lines.append(
        try line("name: " + typed) {
          try library.search(typed).map(\.fileName)
        } _: {
          try peer.names(typed, staged: $0)
        })
    }
    for typed in Self.texts.flatMap(Self.keys) {
      lines.append(
        try line("text: " + typed) {
          try library.searchStickers(typed).map(\.text)
        } _: {
          try peer.stickers(typed, staged: $0)
        })
    }
    return lines
  }

  private static func keys(of typed: String) -> [String] {
    (1...typed.count).map { String(typed.prefix($0)) }
  }

  private func line(
    _ title: String, _ search: () throws -> [String],
    _ scan: (_ staged: Bool) throws -> [String]
  ) throws -> String {
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
    return Stopwatch.column(title, width: 22)
      + Stopwatch.column(Double(found.count), width: 5)
      + Stopwatch.column(Stopwatch.median(own), width: 11)
      + ratios.map { Stopwatch.column(Stopwatch.median($0), width: 11) }.joined()
  }

  /// The two sides find different things.
  struct Disagreement: Error, CustomStringConvertible {
    let title: String
    var description: String { "library and scan disagree on \(title)" }
  }
}
