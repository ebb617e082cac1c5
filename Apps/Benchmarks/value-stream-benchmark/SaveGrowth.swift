import AppStorage
import ValueStream

/// Saves, opening and deleting of maps of several sizes: a save of a few changes must not grow with
/// the map.
struct SaveGrowth {
  /// Rounds of a save of changes for each of the slower ones.
  private static let repeats = 4

  private let sizes: [Int]
  private let store: ScratchStore
  private let library: MapLibrary

  init(sizes: [Int], directory: String) throws {
    self.sizes = sizes
    store = ScratchStore("saves", in: directory)
    library = try MapLibrary(path: store.path, durability: .appCrash)
  }

  func section(rounds: Int) throws -> Section {
    var section = Section(
      heading: """
        SAVES of maps of several sizes in stickers, without waiting for the disk. "us" is the time of
        one, "times" that through the time of the smallest map in the same round: 1 means that the
        size does not matter. Comparing finds out what has changed, and is part of a save.
        """,
      columns: ["save"] + Growth.columns(sizes))
    let one = try saves(of: 1, rounds: rounds * Self.repeats)
    let ten = try saves(of: 10, rounds: rounds * Self.repeats)
    let new = try newFiles(rounds: rounds)
    let opening = try openings(rounds: rounds)
    section.rows = [
      ["save after one change"] + one.saving.cells, ["save as a new file"] + new.saving.cells,
      ["save after ten changes"] + ten.saving.cells,
      ["compare, one change"] + one.comparing.cells,
      ["compare, ten changes"] + ten.comparing.cells, ["open a file"] + opening.cells,
      ["delete a file"] + new.deleting.cells,
    ]
    section.published = section.rows.map { ["app-value-stream"] + $0 + [""] }
    return section
  }

  private func saves(
    of changed: Int, rounds: Int
  ) throws -> (saving: Growth, comparing: Growth) {
    var files: [OpenFile] = []
    for size in sizes {
      let map = try MapFixture(stickers: size, seed: 2016).map()
      files.append(try library.saveAs(map, named: "\(size) stickers, \(changed) changed"))
    }
    var saving = Growth(sizes: sizes.count)
    var comparing = saving
    for round in 0..<rounds {
      for index in sizes.indices.shuffled() {
        let map = try edited(files[index].map, changed, round)
        let before = files[index].map
        comparing.times[index].append(
          Stopwatch.microseconds {
            _ = StickerChanges(from: before.stickers, to: map.stickers)
          })
        saving.times[index].append(
          try Stopwatch.microseconds { try library.save(map, in: &files[index]) })
      }
    }
    return (saving, comparing)
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

  private func newFiles(rounds: Int) throws -> (saving: Growth, deleting: Growth) {
    let maps = try sizes.map { try MapFixture(stickers: $0, seed: 1).map() }
    var saving = Growth(sizes: sizes.count)
    var deleting = saving
    for _ in 0..<rounds {
      for index in sizes.indices.shuffled() {
        saving.times[index].append(
          try Stopwatch.microseconds { _ = try library.saveAs(maps[index], named: "new") })
        deleting.times[index].append(try Stopwatch.microseconds { try library.delete("new") })
      }
    }
    return (saving, deleting)
  }

  private func openings(rounds: Int) throws -> Growth {
    var opening = Growth(sizes: sizes.count)
    for _ in 0..<rounds {
      for index in sizes.indices.shuffled() {
        let name = "\(sizes[index]) stickers, 1 changed"
        opening.times[index].append(
          try Stopwatch.microseconds { _ = try library.open(name) })
      }
    }
    return opening
  }
}
