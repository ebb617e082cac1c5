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
        one, "x 1.20" the time through that of the smallest map in the same round: 1 means that the
        size does not matter. Comparing finds out what has changed, and is part of the save above it.
        """,
      columns: ["save"] + Growth.columns(sizes))
    for changed in [1, 10] {
      let (saving, comparing) = try saves(of: changed, rounds: rounds * Self.repeats)
      section.rows.append(["\(changed) changed"] + saving.cells)
      section.rows.append(["  comparing"] + comparing.cells)
    }
    let (saving, deleting) = try newFiles(rounds: rounds)
    section.rows.append(["as a new file"] + saving.cells)
    section.rows.append(["(open)"] + (try openings(rounds: rounds)).cells)
    section.rows.append(["(delete)"] + deleting.cells)
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
