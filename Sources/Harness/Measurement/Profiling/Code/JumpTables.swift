/// The tables by which functions that differ jump within themselves, as a `switch` does.
///
/// An entry is a place in the function, so a table changes with its function. Whoever uses it runs that function.
struct JumpTables {
  /// A function that differs, and where its code is in either build.
  typealias ChangedFunction = (
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
  init(of functions: [ChangedFunction], in one: ProgramCode, and other: ProgramCode) {
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
    guard section < min(one.file.loaded.count, other.file.loaded.count) else { return nil }
    let (range, twin) = (one.file.loaded[section].range, other.file.loaded[section].range)
    let size = min(range.upperBound - range.lowerBound, twin.upperBound - twin.lowerBound)
    let (start, twinStart) = (range.lowerBound &+ offset, twin.lowerBound &+ offset)
    for (width, isDistance) in [(UInt64(4), true), (8, false)] where isDistance || one.file.isFixed
    {
      var end = offset
      while end + width <= size {
        let (entry, twinEntry) = (
          one.file.content(at: range.lowerBound &+ end, width),
          other.file.content(at: twin.lowerBound &+ end, width)
        )
        guard entry.count == width, twinEntry.count == width,
          isSameCase(
            one.target(of: (isDistance ? start : 0) &+ ProgramCode.signed(entry)),
            other.target(of: (isDistance ? twinStart : 0) &+ ProgramCode.signed(twinEntry)))
        else { break }
        end += width
      }
      if end >= offset + width * UInt64(Self.fewestEntries) { return Int(offset)..<Int(end) }
    }
    return nil
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
