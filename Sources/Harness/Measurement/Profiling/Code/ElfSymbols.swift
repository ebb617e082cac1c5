/// The functions named in an ELF file's symbol table; for a stripped file only the exported ones.
public struct ElfSymbols {
  private let file: ElfFile
  private var symbols: [Symbol] = []
  private var names = 0..<0

  private struct Symbol {
    let address: UInt64
    let size: UInt64
    let name: UInt32
  }

  /// Parses a file.
  /// - Throws: ``ProfilingError`` if it is no ELF file, or contradicts itself.
  public init(_ bytes: [UInt8]) throws(ProfilingError) {
    file = try ElfFile(bytes)
    for kind: UInt64 in [2, 11] {
      guard let place = file.sections.first(where: { file.kind(of: $0) == kind }) else { continue }
      try read(section: place)
      if !symbols.isEmpty { break }
    }
  }

  private mutating func read(section: Int) throws(ProfilingError) {
    let link = file.number(section + 40, 4)
    guard link < UInt64(file.sections.count) else { throw .damagedElf }
    names = try file.range(of: file.sections[Int(link)])
    let content = try file.range(of: section)
    symbols = stride(from: content.lowerBound, to: content.upperBound - 23, by: 24).compactMap {
      let isFunction = [2, 10].contains(file.number($0 + 4, 1) & 0xF)
      guard isFunction, file.number($0 + 6, 2) != 0 else { return nil }
      return Symbol(
        address: file.number($0 + 8, 8), size: file.number($0 + 16, 8),
        name: UInt32(file.number($0, 4)))
    }
    symbols.sort { ($0.address, $0.size, $0.name) < ($1.address, $1.size, $1.name) }
  }

  /// The function at a file offset; nil if none is named.
  public func symbol(at offset: UInt64) -> Substring? {
    file.segments.address(at: offset).flatMap { symbol(covering: $0) }
      .flatMap { file.text($0.name, in: names) }
  }

  /// The function that a direct call leads to; nil if the code is no such call, or of no named function.
  /// `offset` is the file offset of the call's last byte.
  public func callee(ofCallEndingAt offset: UInt64) -> Substring? {
    guard let last = file.segments.address(at: offset), last >= 4 else { return nil }
    let target: UInt64
    if file.isX86 {
      // `call rel32`, from the next instruction.
      let code = Array(file.content(at: last - 4, 5))
      guard code.count == 5, code[0] == 0xE8 else { return nil }
      target = last &+ 1 &+ ProgramCode.signed(code[1...])
    } else if file.isArm {
      // `bl`, from its own address, in words.
      let code = Array(file.content(at: last - 3, 4))
      guard code.count == 4, code[3] & 0xFC == 0x94 else { return nil }
      let words = (Int64(bitPattern: ProgramCode.signed(code[...])) << 38) >> 38
      target = last &- 3 &+ UInt64(bitPattern: words * 4)
    } else {
      return nil
    }
    guard let symbol = symbol(covering: target), symbol.address == target else { return nil }
    return file.text(symbol.name, in: names)
  }

  private func symbol(covering address: UInt64) -> Symbol? {
    // Functions written in assembly may have no size; they reach to the next one.
    guard let symbol = symbols.lastLeading(where: { $0.address <= address }),
      symbol.size == 0 || address - symbol.address < symbol.size
    else { return nil }
    return symbol
  }
}

extension Array {
  /// The last of the first elements that fulfil a condition; all later elements must not.
  func lastLeading(where isLeading: (Element) -> Bool) -> Element? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLeading(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}
