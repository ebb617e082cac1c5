/// The functions that the symbol table of an ELF file names: of a stripped file those alone that others
/// may call.
///
/// Source: the ELF specification (`elf(5)`), files of 64 bits in the order of bytes that x86-64 and AArch64
/// have.
public struct ElfSymbols {
  private let bytes: [UInt8]
  private var segments: [Segment] = []
  private var symbols: [Symbol] = []
  /// Where names begin in the file, and where they end.
  private var names = 0..<0
  /// A Boolean value indicating whether the table of all functions is missing.
  public private(set) var isStripped = true

  private struct Segment {
    let offset: UInt64
    let address: UInt64
    let size: UInt64
  }

  private struct Symbol {
    let address: UInt64
    let size: UInt64
    let name: UInt32
  }

  /// Reads a file.
  /// - Throws: ``ElfError`` where it is none, or contradicts itself.
  public init(_ bytes: [UInt8]) throws(ElfError) {
    self.bytes = bytes
    guard bytes.count >= 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
      throw ElfError.notElf
    }
    let headers = try table(at: number(32, 8), count: number(56, 2), each: number(54, 2), least: 56)
    for place in headers where number(place, 4) == 1 {
      segments.append(
        Segment(
          offset: number(place + 8, 8), address: number(place + 16, 8),
          size: number(place + 32, 8)))
    }
    let sections = try table(
      at: number(40, 8), count: number(60, 2), each: number(58, 2), least: 64)
    // 2 is the table of all symbols, 11 that of those which others see.
    for kind: UInt64 in [2, 11] {
      guard let place = sections.first(where: { number($0 + 4, 4) == kind }) else { continue }
      try read(section: place, namesIn: sections)
      isStripped = kind == 11
      if !symbols.isEmpty { break }
    }
  }

  private mutating func read(section: Int, namesIn sections: [Int]) throws(ElfError) {
    let link = number(section + 40, 4)
    guard link < UInt64(sections.count) else { throw .damaged }
    names = try range(of: sections[Int(link)])
    let content = try range(of: section)
    symbols = stride(from: content.lowerBound, to: content.upperBound - 23, by: 24).compactMap {
      let isFunction = [2, 10].contains(bytes[$0 + 4] & 0xF)
      guard isFunction, number($0 + 6, 2) != 0 else { return nil }
      return Symbol(
        address: number($0 + 8, 8), size: number($0 + 16, 8), name: UInt32(number($0, 4)))
    }
    symbols.sort { ($0.address, $0.size, $0.name) < ($1.address, $1.size, $1.name) }
  }

  /// The function that holds the byte at an offset of the file; nil where none is named.
  public func symbol(at offset: UInt64) -> Substring? {
    guard
      let segment = segments.first(where: { $0.offset <= offset && offset - $0.offset < $0.size })
    else { return nil }
    let address = segment.address &+ (offset - segment.offset)
    var (low, high) = (0, symbols.count)
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let symbol = symbols[low - 1]
    // What is written in assembler may have no size; it reaches to the next.
    guard symbol.size == 0 || address - symbol.address < symbol.size else { return nil }
    return name(symbol.name)
  }

  private func name(_ offset: UInt32) -> Substring? {
    guard Int(offset) < names.count else { return nil }
    let text = bytes[(names.lowerBound + Int(offset))..<names.upperBound].prefix { $0 != 0 }
    return text.isEmpty ? nil : Substring(decoding: text, as: UTF8.self)
  }

  /// The places of a table's entries.
  private func table(
    at start: UInt64, count: UInt64, each: UInt64, least: UInt64
  ) throws(ElfError) -> [Int] {
    if count == 0 || start == 0 { return [] }
    // Both are numbers of 16 bits.
    guard each >= least, start <= UInt64(bytes.count), each * count <= UInt64(bytes.count) - start
    else { throw .damaged }
    return (0..<count).map { Int(start + $0 * each) }
  }

  /// Where a section lies in the file.
  private func range(of section: Int) throws(ElfError) -> Range<Int> {
    let (start, size) = (number(section + 24, 8), number(section + 32, 8))
    guard start <= UInt64(bytes.count), size <= UInt64(bytes.count) - start else { throw .damaged }
    return Int(start)..<Int(start + size)
  }

  private func number(_ place: Int, _ length: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in stride(from: place + length - 1, through: place, by: -1) {
      value = value << 8 | UInt64(bytes[index])
    }
    return value
  }
}

/// Why a file has no symbols that can be read.
public enum ElfError: Error, Equatable {
  /// It is no ELF file of 64 bits.
  case notElf
  /// It names what lies outside of it.
  case damaged
}
