/// The tables by which functions that differ jump within themselves, as a `switch` does.
///
/// An entry is a place in the function, so a table changes with its function. Whoever uses it runs that function.
struct JumpTables {
  /// A function, and where its code is in either build.
  typealias Function = (
    identity: ProgramCode.LoadedPart.Identity, range: Range<UInt64>, twin: Range<UInt64>
  )

  /// The fewest entries that compilers make a table of; fewer numbers may look like one by chance.
  private static let fewestEntries = 4

  private let one: ProgramCode
  private let other: ProgramCode
  private let changed: Set<ProgramCode.LoadedPart.Identity>
  /// By the number of a section, the tables' bytes in it, in ascending order. They are at the same places in both.
  private(set) var ranges: [Int: [Range<Int>]] = [:]

  /// Finds the tables of functions in two builds.
  init(of functions: [Function], in one: ProgramCode, and other: ProgramCode) {
    (self.one, self.other) = (one, other)
    changed = Set(functions.map(\.identity))
    for function in functions {
      let starts = Self.data(usedBy: function.range, in: one)
        .intersection(Self.data(usedBy: function.twin, in: other))
      for start in starts {
        guard case .data(let section) = start.part, let range = table(at: start.offset, in: section)
        else { continue }
        ranges[section, default: []].append(range)
      }
    }
    for section in ranges.keys { ranges[section]?.sort { $0.lowerBound < $1.lowerBound } }
  }

  /// The places outside of functions that code refers to.
  private static func data(
    usedBy range: Range<UInt64>, in program: ProgramCode
  ) -> Set<ProgramCode.AddressTarget> {
    let code = program.content(range)
    var found: Set<ProgramCode.AddressTarget> = []
    var start = 0
    while let instruction = Instruction(code, at: start) {
      if let field = instruction.displacement, field.isRelative || program.file.isFixed {
        let address = instruction.address(in: field, of: code, at: start, from: range.lowerBound)
        if let target = program.target(of: address), case .data = target.part {
          found.insert(target)
        }
      }
      start += instruction.length
    }
    return found
  }

  /// The bytes of the table at an offset in a section; nil if there is none. Its entries are distances from its
  /// start, or addresses if the program's place is fixed.
  private func table(at offset: UInt64, in section: Int) -> Range<Int>? {
    for (width, isDistance) in [(4, true), (8, false)] where isDistance || one.file.isFixed {
      let cases = Self.cases(
        at: offset, in: section, of: one, and: other, width: width, areDistances: isDistance)
      let count = cases.prefix { isSameCase($0, $1) }.reduce(0) { count, _ in count + 1 }
      if count >= Self.fewestEntries { return Int(offset)..<(Int(offset) + width * count) }
    }
    return nil
  }

  /// The places to which the entries of a table would lead in either build, to the end of its section.
  private static func cases(
    at offset: UInt64, in section: Int, of one: ProgramCode, and other: ProgramCode,
    width: Int = 4, areDistances: Bool = true
  ) -> some Sequence<(ProgramCode.AddressTarget?, ProgramCode.AddressTarget?)> {
    let programs = [one, other].filter { section < $0.file.loaded.count }
    let ranges = programs.map { $0.file.loaded[section].range }
    let size = programs.count < 2 ? 0 : ranges.map { $0.upperBound - $0.lowerBound }.min() ?? 0
    let most = size > offset ? (size - offset) / UInt64(width) : 0
    return (0..<most).lazy.map { index in
      func target(_ side: Int) -> ProgramCode.AddressTarget? {
        let start = ranges[side].lowerBound &+ offset
        let entry = programs[side].file.content(
          at: start &+ index * UInt64(width), UInt64(width))
        guard entry.count == width else { return nil }
        return programs[side].target(
          of: (areDistances ? start : 0) &+ ProgramCode.signed(entry))
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
}

extension JumpTables {
  /// Returns whether the tables of functions that are the same lead to the same places in them.
  ///
  /// They hold distances, and are found by the places that the functions refer to. A table ends at the next such place
  /// of any of them, or at the first entry that leads into its function in neither build.
  static func areSame(
    of functions: [Function], in one: ProgramCode, and other: ProgramCode
  ) -> Bool {
    let used = functions.map { data(usedBy: $0.range, in: one) }
    var ends: [ProgramCode.AddressTarget: UInt64] = [:]
    for places in Dictionary(grouping: used.joined(), by: \.part).values {
      let places = Set(places).sorted { $0.offset < $1.offset }
      for (place, next) in zip(places, places.dropFirst()) { ends[place] = next.offset }
    }
    func isSame(_ place: ProgramCode.AddressTarget, of function: Function) -> Bool {
      guard case .data(let section) = place.part else { return true }
      let length = ends[place].map { Int(($0 - place.offset) / 4) } ?? .max
      for (target, twin) in cases(at: place.offset, in: section, of: one, and: other).prefix(length)
      {
        guard [target, twin].contains(where: { $0?.part.isPiece(of: function.identity) ?? false })
        else { break }
        if target != twin { return false }
      }
      return true
    }
    return zip(functions, used).allSatisfy { function, places in
      places.allSatisfy { isSame($0, of: function) }
    }
  }
}

extension ProgramCode.LoadedPart.Identity {
  /// Returns whether it is a function, or what a compiler split off it, as in `name.cold`.
  fileprivate func isPiece(of function: Self) -> Bool {
    guard case .function(let name, _) = self, case .function(let whole, _) = function else {
      return false
    }
    return self == function || name.split(separator: ".").first == whole.split(separator: ".").first
  }
}
