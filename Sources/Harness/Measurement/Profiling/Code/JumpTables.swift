/// The tables by which functions that differ jump within themselves, as a `switch` does.
///
/// An entry is a place in the function, so a table changes with its function. Whoever uses it runs that function.
struct JumpTables {
  /// Places outside of functions, the same in both builds.
  typealias Places = Set<ProgramCode.AddressTarget>

  /// The fewest entries that compilers make a table of; fewer numbers may look like one by chance.
  private static let fewestEntries = 4

  private let one: ProgramCode
  private let other: ProgramCode
  private let changed: Set<ProgramCode.LoadedPart.Identity>
  /// The next place that code refers to in the same section: a table ends there at the latest.
  private var ends: [ProgramCode.AddressTarget: UInt64] = [:]
  /// By the number of a section, the tables' bytes in it, in ascending order. They are at the same places in both.
  private(set) var ranges: [Int: [Range<Int>]] = [:]

  /// Finds the tables of functions that differ between two builds, or are in one of them alone, by the places that
  /// code refers to; `others` are those of all else.
  init(
    of functions: Set<ProgramCode.LoadedPart.Identity>, beside others: Places,
    in one: ProgramCode, and other: ProgramCode
  ) {
    (self.one, self.other) = (one, other)
    changed = functions
    func data(in program: ProgramCode) -> Places {
      program.parts.lazy.filter { functions.contains($0.identity) }
        .reduce(into: []) { $0.formUnion(Self.data(usedBy: $1.range, in: program)) }
    }
    let (data, twinData) = (data(in: one), data(in: other))
    let places = others.union(data).union(twinData)
    for places in Dictionary(grouping: places, by: \.part).values {
      let places = places.sorted { $0.offset < $1.offset }
      for (place, next) in zip(places, places.dropFirst()) { ends[place] = next.offset }
    }
    // What code that is the same uses, too, is no table of what differs.
    for place in data.intersection(twinData).subtracting(others) {
      guard case .data(let section) = place.part, let range = table(at: place) else { continue }
      ranges[section, default: []].append(range)
    }
    for section in ranges.keys { ranges[section]?.sort { $0.lowerBound < $1.lowerBound } }
  }

  /// The places that code refers to.
  private static func data(usedBy range: Range<UInt64>, in program: ProgramCode) -> Places {
    let code = program.content(range)
    var found: Places = []
    var start = 0
    while let instruction = Instruction(code, at: start) {
      if let field = instruction.displacement,
        let target = instruction.target(
          of: field, in: code, at: start, from: range.lowerBound, of: program),
        target.isData
      {
        found.insert(target)
      }
      start += instruction.length
    }
    return found
  }

  /// The bytes of the table at a place; nil if there is none. Its entries are distances from its start, or addresses
  /// if the program's place is fixed.
  private func table(at place: ProgramCode.AddressTarget) -> Range<Int>? {
    for (width, isDistance) in [(4, true), (8, false)] where isDistance || one.file.isFixed {
      let count = cases(at: place, width: width, areDistances: isDistance)
        .prefix { isSameCase($0, $1) }.reduce(0) { count, _ in count + 1 }
      if count >= Self.fewestEntries {
        return Int(place.offset)..<(Int(place.offset) + width * count)
      }
    }
    return nil
  }

  /// The places to which the entries of a table would lead in either build, to the next place that code refers to.
  private func cases(
    at place: ProgramCode.AddressTarget, width: Int = 4, areDistances: Bool = true
  ) -> some Sequence<(ProgramCode.AddressTarget?, ProgramCode.AddressTarget?)> {
    let programs = [one, other]
    var ranges: [Range<UInt64>] = []
    if case .data(let section) = place.part,
      section < min(one.file.loaded.count, other.file.loaded.count)
    {
      ranges = programs.map { $0.file.loaded[section].range }
    }
    let size = ranges.map { $0.upperBound - $0.lowerBound }.min() ?? 0
    let end = min(size, ends[place] ?? size)
    let most = end > place.offset ? (end - place.offset) / UInt64(width) : 0
    return (0..<most).lazy.map { index in
      func target(_ side: Int) -> ProgramCode.AddressTarget? {
        let start = ranges[side].lowerBound &+ place.offset
        let entry = programs[side].file.content(at: start &+ index * UInt64(width), UInt64(width))
        guard entry.count == width else { return nil }
        return programs[side].target(of: (areDistances ? start : 0) &+ ProgramCode.signed(entry))
      }
      return (target(0), target(1))
    }
  }

  /// Returns whether two entries lead to the same place in a function, or anywhere in one that differs.
  private func isSameCase(
    _ target: ProgramCode.AddressTarget?, _ twin: ProgramCode.AddressTarget?
  ) -> Bool {
    guard let target, let twin, case .function = target.part else { return false }
    return target.part == twin.part
      && (target.offset == twin.offset || changed.contains(target.part))
  }

  /// Returns whether the tables of functions that are the same lead to the same places in both builds, by the places
  /// that each function refers to.
  ///
  /// They hold distances into the function, into what a compiler split off one (`name.cold`), or to where one begins,
  /// for what is never reached. A table ends at the first entry that leads to nothing of this in either build.
  func areSame(of functions: [ProgramCode.LoadedPart.Identity: Places]) -> Bool {
    functions.allSatisfy { function, places in
      places.allSatisfy { place in
        for (target, twin) in cases(at: place) {
          guard [target, twin].contains(where: { $0?.isCase(of: function) ?? false }) else { break }
          if target != twin { return false }
        }
        return true
      }
    }
  }
}

extension ProgramCode.AddressTarget {
  var isData: Bool { if case .data = part { true } else { false } }

  fileprivate func isCase(of function: ProgramCode.LoadedPart.Identity) -> Bool {
    guard case .function(let name, _) = part else { return false }
    return part == function || offset == 0 || name.contains(".")
  }
}
