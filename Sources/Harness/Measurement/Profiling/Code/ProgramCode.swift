/// The machine code and data of a program or library in parts that can be found again in another build of it.
public struct ProgramCode {
  let file: ElfFile
  /// All functions, sections of data and other code, by address; they don't overlap.
  private(set) var parts: [LoadedPart] = []
  /// The addresses of the pointers that the loader writes.
  private(set) var relocated: Set<UInt64> = []
  /// A Boolean value indicating whether it chooses some of its code by what the processor has.
  private(set) var choosesByProcessor = false

  struct LoadedPart {
    let identity: Identity
    let range: Range<UInt64>

    /// The sign by which it is found in another build.
    enum Identity: Hashable {
      /// A function. Those with the same name, from several source files, are in the order of those files.
      case function(Substring, number: Int)
      /// Code that belongs to no named function, by its order.
      case unnamed(Int)
      case data(Int)
    }
  }

  struct AddressTarget: Hashable {
    let part: LoadedPart.Identity
    let offset: UInt64

    /// Returns whether addresses in two builds refer to the same, by their targets. If the bytes that hold them, or
    /// the distances to them, are equal, they may be plain numbers.
    static func areSame(_ target: Self?, _ twin: Self?, isEqual: Bool) -> Bool {
      target == twin && (isEqual || target != nil)
    }
  }

  private typealias Function = (name: Substring, range: Range<UInt64>)

  /// Parses a file.
  /// - Returns: nil if it names no functions, or is not for x86-64.
  /// - Throws: ``ProfilingError`` if it is no ELF file, or contradicts itself.
  public init?(_ bytes: [UInt8]) throws(ProfilingError) {
    file = try ElfFile(bytes)
    // The table of all symbols, which a stripped file lacks.
    guard file.isX86, let table = file.sections.first(where: { file.kind(of: $0) == 2 }) else {
      return nil
    }
    addParts(try functions(of: table))
    choosesByProcessor = choosesByProcessor || parts.contains(where: asksProcessor)
    for section in file.loaded where section.kind == 4 {
      let entries = content(section.range)
      for place in stride(from: 0, to: entries.count - 23, by: 24) {
        relocated.insert(Self.number(entries[place..<(place + 8)]))
      }
    }
  }

  /// The means by which compilers and the C library tell what the processor has.
  private static let processorNames: Set<Substring> = [
    "__cpu_model", "__cpu_features2", "__cpu_indicator_init", "__x86_get_cpuid_feature_leaf",
    "__x86_get_cpu_features", "__get_cpu_features",
  ]

  /// Returns whether code asks what the processor has, or may: an instruction in it is not known.
  private func asksProcessor(_ part: LoadedPart) -> Bool {
    if case .data = part.identity { return false }
    let code = content(part.range)
    // Most code does not have these bytes.
    guard
      code.indices.dropLast().contains(where: {
        code[$0] == 0x0F && (code[$0 + 1] == 0xA2 || code[$0 + 1] == 0x01)
      })
    else { return false }
    var start = 0
    while start < code.count {
      guard let instruction = Instruction(code, at: start) else { return true }
      if instruction.asksProcessor { return true }
      start += instruction.length
    }
    return false
  }

  /// The functions in a table of symbols, by address.
  private mutating func functions(of section: Int) throws(ProfilingError) -> [Function] {
    let link = file.number(section + 40, 4)
    guard link < UInt64(file.sections.count) else { throw .damagedElf }
    let names = try file.range(of: file.sections[Int(link)])
    let content = try file.range(of: section)
    var functions: [Function] = []
    for place in stride(from: content.lowerBound, to: content.upperBound - 23, by: 24) {
      // 2 is a function, 10 one that chooses another; section 0 means another file.
      let kind = file.number(place + 4, 1) & 0xF
      let (start, size) = (file.number(place + 8, 8), file.number(place + 16, 8))
      guard let name = file.text(UInt32(file.number(place, 4)), in: names) else { continue }
      let isOwn = file.number(place + 6, 2) != 0
      // A name may end with its version: `…@GLIBC_2.33`.
      if isOwn && kind == 10 || Self.processorNames.contains(name.prefix { $0 != "@" }) {
        choosesByProcessor = true
      }
      guard [2, 10].contains(kind), isOwn, size > 0 else { continue }
      let (end, overflows) = start.addingReportingOverflow(size)
      guard !overflows else { throw .damagedElf }
      functions.append((name, start..<end))
    }
    // If one function has several names (aliases), both sides take the first.
    return functions.sorted { ($0.range.lowerBound, $0.name) < ($1.range.lowerBound, $1.name) }
  }

  private mutating func addParts(_ functions: [Function]) {
    var numbers: [Substring: Int] = [:]
    var unnamed = 0
    for (index, section) in file.loaded.enumerated() where section.size > 0 {
      if section.isOfThreads { continue }
      guard section.isCode else {
        parts.append(LoadedPart(identity: .data(index), range: section.range))
        continue
      }
      var end = section.range.lowerBound
      func addUnnamed(to next: UInt64) {
        let start = next - UInt64(Padding.skipped(in: file.content(at: end, next - end)).count)
        guard start < next else { return }
        parts.append(LoadedPart(identity: .unnamed(unnamed), range: start..<next))
        unnamed += 1
      }
      for (name, range) in functions where section.range.contains(range.lowerBound) {
        // A function within another one is a part of it.
        guard range.lowerBound >= end else { continue }
        addUnnamed(to: range.lowerBound)
        let number = numbers[name, default: 0]
        numbers[name] = number + 1
        end = min(range.upperBound, section.range.upperBound)
        parts.append(
          LoadedPart(identity: .function(name, number: number), range: range.lowerBound..<end))
      }
      addUnnamed(to: section.range.upperBound)
    }
    parts.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The target of an address; nil if nothing is loaded there. The end of a part belongs to it if no other
  /// starts there, because programs refer to it.
  func target(of address: UInt64) -> AddressTarget? {
    guard let part = parts.lastLeading(where: { $0.range.lowerBound <= address }),
      address <= part.range.upperBound
    else { return nil }
    return AddressTarget(part: part.identity, offset: address - part.range.lowerBound)
  }

  /// The bytes of a range of addresses, as many as the file has.
  func content(_ range: Range<UInt64>) -> [UInt8] {
    Array(file.content(at: range.lowerBound, range.upperBound - range.lowerBound))
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The signed number in one to eight bytes, such as a distance, to be added with `&+`.
  static func signed(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let unused = 64 - 8 * bytes.count
    return UInt64(bitPattern: Int64(bitPattern: number(bytes) << unused) >> unused)
  }
}

/// Bytes between functions that only fill up space.
private enum Padding {
  /// Returns code without the padding at its start: instructions that do nothing or trap, and zero bytes.
  static func skipped(in code: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = code
    while let length = length(at: rest) { rest = rest.dropFirst(length) }
    return rest
  }

  private static func length(at code: ArraySlice<UInt8>) -> Int? {
    let operation = code.drop { $0 == 0x66 || $0 == 0x2E }
    let prefixes = code.count - operation.count
    switch operation.first {
    case 0x90, 0xCC: return prefixes + 1
    case 0x00 where prefixes == 0: return 1
    case 0x0F:
      // `nop` with an operand that it does not use.
      let bytes = Array(operation.prefix(3))
      guard bytes.count == 3, bytes[1] == 0x1F else { return nil }
      return [0x00: 3, 0x40: 4, 0x44: 5, 0x80: 7, 0x84: 8][bytes[2]].map { prefixes + $0 }
    default: return nil
    }
  }
}
