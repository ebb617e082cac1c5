/// The parts of an ELF file: its loaded segments and its sections.
///
/// Source: the ELF specification (`elf(5)`), for 64-bit files with the byte order of x86-64 and AArch64.
public struct ElfFile {
  private let bytes: [UInt8]
  /// The loaded segments.
  public private(set) var segments = ElfSegments(all: [])
  /// The offsets of the section headers.
  private(set) var sections: [Int] = []
  /// The sections that occupy memory, in their order in the file.
  private(set) var loaded: [LoadedSection] = []
  /// A Boolean value indicating whether it has debug information about inlining.
  public private(set) var hasDebugInformation = false
  /// The number of bytes up to the last that a header describes. A program may read what is behind it.
  public private(set) var end = 64
  /// A Boolean value indicating whether it is a library, which is loaded and not started.
  public private(set) var isLibrary = false

  /// Parses a file.
  /// - Throws: ``ProfilingError`` if it is no ELF file, or contradicts itself.
  public init(_ bytes: [UInt8]) throws(ProfilingError) {
    self.bytes = bytes
    guard bytes.count >= 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
      throw ProfilingError.notElf
    }
    let headers = try table(at: number(32, 8), count: number(56, 2), each: number(54, 2), least: 56)
    for place in headers where number(place, 4) == 1 {
      segments.all.append(
        ElfSegments.Segment(
          offset: number(place + 8, 8), address: number(place + 16, 8),
          size: number(place + 32, 8), rights: number(place + 4, 4)))
    }
    // 3 is an object for any address; a program names its loader (3) itself.
    isLibrary = number(16, 2) == 3 && !headers.contains { number($0, 4) == 3 }
    sections = try table(at: number(40, 8), count: number(60, 2), each: number(58, 2), least: 64)
    for place in headers { describes(number(place + 8, 8), number(place + 32, 8)) }
    describes(number(32, 8), number(54, 2) * number(56, 2))
    // 8 has no content in the file.
    for section in sections where kind(of: section) != 8 {
      describes(number(section + 24, 8), number(section + 32, 8))
    }
    describes(number(40, 8), number(58, 2) * number(60, 2))
    let titles = Int(number(62, 2))
    guard sections.indices.contains(titles) else { return }
    let names = try range(of: sections[titles])
    hasDebugInformation = sections.contains { section in
      [".debug_info", ".zdebug_info"].contains(text(UInt32(number(section, 4)), in: names))
    }
    // 2 means it occupies memory.
    for section in sections where number(section + 8, 8) & 2 != 0 {
      let (start, size) = (number(section + 16, 8), number(section + 32, 8))
      let (end, overflows) = start.addingReportingOverflow(size)
      guard !overflows else { throw .damagedElf }
      loaded.append(
        LoadedSection(
          name: text(UInt32(number(section, 4)), in: names) ?? "", kind: kind(of: section),
          flags: number(section + 8, 8), range: start..<end))
    }
  }

  /// Notes that a header describes bytes of the file, as many as it has.
  private mutating func describes(_ start: UInt64, _ size: UInt64) {
    let (last, overflows) = start.addingReportingOverflow(size)
    end = max(end, overflows ? bytes.count : Int(min(last, UInt64(bytes.count))))
  }

  private func table(
    at start: UInt64, count: UInt64, each: UInt64, least: UInt64
  ) throws(ProfilingError) -> [Int] {
    if count == 0 || start == 0 { return [] }
    // Both are 16-bit numbers.
    guard each >= least, start <= UInt64(bytes.count), each * count <= UInt64(bytes.count) - start
    else { throw .damagedElf }
    return (0..<count).map { Int(start + $0 * each) }
  }

  var isX86: Bool { number(18, 2) == 62 }

  var isArm: Bool { number(18, 2) == 183 }

  /// A Boolean value indicating whether it is loaded at the addresses in the file.
  var isFixed: Bool { number(16, 2) == 2 }

  /// The bytes at an address, as many as the file has; empty if they are not loaded from it.
  func content(at address: UInt64, _ count: UInt64) -> ArraySlice<UInt8> {
    guard let (offset, left) = segments.offset(of: address) else { return [] }
    let (start, size) = (min(offset, UInt64(bytes.count)), min(count, left))
    return bytes[Int(start)..<Int(min(start + size, UInt64(bytes.count)))]
  }

  var start: UInt64 { number(24, 8) }

  /// The section's type: 2 is the table of all symbols, 11 that of exported and imported ones.
  func kind(of section: Int) -> UInt64 { number(section + 4, 4) }

  func range(of section: Int) throws(ProfilingError) -> Range<Int> {
    let (start, size) = (number(section + 24, 8), number(section + 32, 8))
    guard start <= UInt64(bytes.count), size <= UInt64(bytes.count) - start else {
      throw .damagedElf
    }
    return Int(start)..<Int(start + size)
  }

  /// The text at an offset in a table; nil if there is none.
  func text(_ offset: UInt32, in table: Range<Int>) -> Substring? {
    guard Int(offset) < table.count else { return nil }
    let text = bytes[(table.lowerBound + Int(offset))..<table.upperBound].prefix { $0 != 0 }
    return text.isEmpty ? nil : Substring(decoding: text, as: UTF8.self)
  }

  /// The number at an offset that is known to be in the file.
  func number(_ place: Int, _ length: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in stride(from: place + length - 1, through: place, by: -1) {
      value = value << 8 | UInt64(bytes[index])
    }
    return value
  }
}

/// A section of an ELF file that occupies memory.
struct LoadedSection {
  let name: Substring
  /// Its type: 8 has no content in the file.
  let kind: UInt64
  let flags: UInt64
  let range: Range<UInt64>

  var size: UInt64 { range.upperBound - range.lowerBound }
  var isCode: Bool { flags & 4 != 0 }
  /// A Boolean value indicating whether it is a template without content of each thread's variables. Other
  /// sections have the same addresses.
  var isOfThreads: Bool { kind == 8 && flags & 0x400 != 0 }
}

/// The loaded segments of an ELF file.
public struct ElfSegments: Sendable {
  fileprivate(set) var all: [Segment]

  struct Segment {
    let offset: UInt64
    let address: UInt64
    let size: UInt64
    /// 1 if it may be executed, 2 if written, 4 if read, added up.
    let rights: UInt64
  }

  /// The segments by the first bytes of a file.
  /// - Throws: ``ProfilingError`` if it is no ELF file, or more bytes are needed.
  public init(beginning bytes: [UInt8]) throws(ProfilingError) {
    guard bytes.count >= 64 else { throw .notElf }
    var bytes = bytes
    // The headers of sections, which are at the end.
    bytes.replaceSubrange(40..<48, with: repeatElement(0, count: 8))
    self = try ElfFile(bytes).segments
  }

  fileprivate init(all: [Segment]) { self.all = all }

  /// Returns whether an address is that of code.
  public func isCode(_ address: UInt64) -> Bool {
    all.contains { $0.rights & 1 != 0 && $0.address <= address && address - $0.address < $0.size }
  }

  /// The file offset of an address, and how many bytes follow; nil if it is not loaded from the file.
  func offset(of address: UInt64) -> (offset: UInt64, left: UInt64)? {
    all.first { $0.address <= address && address - $0.address < $0.size }.map {
      ($0.offset &+ (address - $0.address), $0.size - (address - $0.address))
    }
  }

  /// The address of a file offset; nil if it is not loaded.
  public func address(at offset: UInt64) -> UInt64? {
    all.first { $0.offset <= offset && offset - $0.offset < $0.size }
      .map { $0.address &+ (offset - $0.offset) }
  }
}
