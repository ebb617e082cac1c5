import Foundation
import ValueStream

/// What a save costs in maps of several sizes, relative to the smallest: that of a few changes must
/// not grow with the map.
///
/// Processor time, without waiting for the disk, which would hide all else. "comparing" is the part
/// of it that finds out what has changed.
struct SaveGrowth {
  static let sizes = [100, 1_000, 10_000]
  let rounds: Int
  let directory: String

  func lines() throws -> [String] {
    let path = directory + "/save-growth-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let library = try MapLibrary(path: path, durability: .appCrash)
    var files: [OpenFile] = []
    for size in Self.sizes {
      let map = try MapFixture(stickers: size, seed: 2016).map()
      files.append(try library.saveAs(map, named: "\(size) stickers"))
    }
    var lines = ["save             stickers         us  comparing   to \(Self.sizes[0])"]
    for changed in [1, 10] {
      lines += try saves(of: changed, in: &files, library)
    }
    return try lines + newFiles(library) + [""]
  }

  private func saves(
    of changed: Int, in files: inout [OpenFile], _ library: MapLibrary
  ) throws -> [String] {
    var saving = Self.sizes.map { _ in [Double]() }
    var comparing = saving
    for round in 0..<rounds * 4 {
      for index in files.indices {
        let map = try edited(files[index].map, changed, round)
        let before = files[index].map
        comparing[index].append(
          Stopwatch.microseconds {
            _ = StickerChanges(from: before.stickers, to: map.stickers)
          })
        saving[index].append(
          try Stopwatch.microseconds { try library.save(map, in: &files[index]) })
      }
    }
    return lines("after \(changed) changed", saving, comparing)
  }

  /// Other texts on stickers far apart.
  private func edited(_ map: StreamMap, _ changed: Int, _ round: Int) throws -> StreamMap {
    var map = map
    let count = map.stickers.count
    for index in 0..<changed {
      let position = (round * 37 + index * count / changed) % count
      try map.change(at: position) { sticker throws(MapError) in
        try sticker.write("Schweißen \(round) \(index)")
      }
    }
    return map
  }

  private func newFiles(_ library: MapLibrary) throws -> [String] {
    var saving = Self.sizes.map { _ in [Double]() }
    var deleting = saving
    let maps = try Self.sizes.map { try MapFixture(stickers: $0, seed: 1).map() }
    for _ in 0..<rounds {
      for (index, map) in maps.enumerated() {
        saving[index].append(
          try Stopwatch.microseconds { _ = try library.saveAs(map, named: "new") })
        deleting[index].append(try Stopwatch.microseconds { try library.delete("new") })
      }
    }
    var opening = Self.sizes.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, size) in Self.sizes.enumerated() {
        opening[index].append(
          try Stopwatch.microseconds { _ = try library.open("\(size) stickers") })
      }
    }
    return lines("as a new file", saving, nil) + lines("(delete)", deleting, nil)
      + lines("(open)", opening, nil)
  }

  private func lines(_ title: String, _ times: [[Double]], _ parts: [[Double]]?) -> [String] {
    let medians = times.map(Stopwatch.median)
    return Self.sizes.indices.map { index in
      Stopwatch.column(title, width: 16)
        + Stopwatch.column(Double(Self.sizes[index]), width: 9)
        + Stopwatch.column(medians[index], width: 11)
        + (parts.map { Stopwatch.column(Stopwatch.median($0[index]), width: 11) }
          ?? "          -")
        + Stopwatch.column(medians[index] / medians[0], width: 9)
    }
  }
}
