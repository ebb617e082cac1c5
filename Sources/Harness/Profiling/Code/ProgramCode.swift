/// The machine code and data of a program or library by name, for comparison with another's.
public struct ProgramCode {
  let file: ElfFile
  /// Everything with a name and a size, by address.
  private(set) var symbols: [Symbol] = []
  /// The values that the loader writes into pointers.
  private(set) var pointers: [UInt64: Pointer] = [:]

  /// A function, or an object in memory.
  struct Symbol {
    let name: Substring
    let range: Range<UInt64>
    let isFunction: Bool
  }

  /// The target of a pointer.
  enum Pointer {
    /// A symbol, in this file or another.
    case symbol(Substring, plus: UInt64)
    /// An address in this file.
    case address(UInt64)
  }

  /// The target of an address.
  enum AddressTarget: Equatable {
    /// A byte of something named.
    case named(Substring, at: UInt64)
    /// A function in another file.
    case imported(Substring)
  }

  /// Parses a file.
  /// - Returns: nil if it names no functions, or is not for x86-64.
  /// - Throws: ``ProfilingError`` if it is no ELF file, or contradicts itself.
  public init?(_ bytes: [UInt8]) throws(ProfilingError) {
    file = try ElfFile(bytes)
    // The table of all symbols, which a stripped file lacks.
    guard file.isX86, let table = file.sections.first(where: { file.kind(of: $0) == 2 }) else {
      return nil
    }
    try readSymbols(of: table)
    for section in file.sections where file.kind(of: section) == 4 { try readPointers(of: section) }
  }

  /// The table that a section refers to.
  private func link(of section: Int) throws(ProfilingError) -> Int {
    let link = file.number(section + 40, 4)
    guard link < UInt64(file.sections.count) else { throw .damagedElf }
    return file.sections[Int(link)]
  }

  private mutating func readSymbols(of section: Int) throws(ProfilingError) {
    let names = try file.range(of: try link(of: section))
    let content = try file.range(of: section)
    for place in stride(from: content.lowerBound, to: content.upperBound - 23, by: 24) {
      // 1 is an object, 2 a function, 10 a function that chooses one; section 0 means another file.
      let kind = file.number(place + 4, 1) & 0xF
      let (start, size) = (file.number(place + 8, 8), file.number(place + 16, 8))
      guard [1, 2, 10].contains(kind), file.number(place + 6, 2) != 0, size > 0,
        let name = file.text(UInt32(file.number(place, 4)), in: names)
      else { continue }
      let (end, overflows) = start.addingReportingOverflow(size)
      guard !overflows else { throw .damagedElf }
      symbols.append(Symbol(name: name, range: start..<end, isFunction: kind != 1))
    }
    symbols.sort { ($0.range.lowerBound, $0.name) < ($1.range.lowerBound, $1.name) }
    // If one thing has several names (aliases), both sides take the first.
    symbols = symbols.enumerated().filter { index, symbol in
      index == 0 || symbols[index - 1].range.lowerBound != symbol.range.lowerBound
    }.map(\.element)
  }

  private mutating func readPointers(of section: Int) throws(ProfilingError) {
    let table = try link(of: section)
    let isTable = [2, 11].contains(file.kind(of: table))
    let (symbols, names) =
      isTable
      ? (try file.range(of: table), try file.range(of: try link(of: table))) : (0..<0, 0..<0)
    let content = try file.range(of: section)
    for place in stride(from: content.lowerBound, to: content.upperBound - 23, by: 24) {
      let (symbol, addend) = (file.number(place + 12, 4), file.number(place + 16, 8))
      let entry = symbols.lowerBound + Int(symbol) * 24
      if symbol > 0, entry + 24 <= symbols.upperBound,
        let name = file.text(UInt32(file.number(entry, 4)), in: names)
      {
        pointers[file.number(place, 8)] = .symbol(name, plus: addend)
      } else {
        pointers[file.number(place, 8)] = .address(addend)
      }
    }
  }

  /// The named thing that holds an address; nil if there is none.
  func symbol(at address: UInt64) -> Symbol? {
    var (low, high) = (0, symbols.count)
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].range.lowerBound <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, symbols[low - 1].range.contains(address) else { return nil }
    return symbols[low - 1]
  }

  /// The target of an address; nil if that has no name.
  func place(of address: UInt64) -> AddressTarget? {
    if let symbol = symbol(at: address) {
      return .named(symbol.name, at: address - symbol.range.lowerBound)
    }
    // A stub that jumps to a function in another file begins with `jmp *slot(%rip)`, perhaps after a marker.
    let stub = file.content(at: address, 16)
    guard let jump = stub.firstRange(of: [0xFF, 0x25])?.lowerBound, jump - stub.startIndex <= 5,
      jump + 6 <= stub.endIndex
    else { return nil }
    let next = address &+ UInt64(jump - stub.startIndex) &+ 6
    return switch pointers[next &+ Self.distance(stub[(jump + 2)...])] {
    case .symbol(let name, _)?: .imported(name)
    // A function of this file that chooses one by the processor's features.
    case .address(let address)?:
      symbol(at: address).map { .named($0.name, at: address - $0.range.lowerBound) }
    case nil: nil
    }
  }

  /// The signed number in four bytes, such as an offset to an address.
  static func distance(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let value = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return UInt64(bitPattern: Int64(Int32(bitPattern: value)))
  }
}
