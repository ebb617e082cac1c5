/// The functions whose machine code differs between two builds of a program.
///
/// A function that only moved is unchanged, and so is one whose calls and data only moved: what its
/// code refers to is compared by name, or by content if it has no name. If that can't be decided,
/// the function counts as changed.
public struct ChangedFunctions: Sendable, Equatable {
  /// Their symbols, sorted.
  public let symbols: [String]
  /// Their readable names, sorted.
  public var names: [String] {
    Set(symbols.map { SwiftName(mangled: $0)?.name ?? $0 }).sorted()
  }

  /// Their addresses in the later file.
  public let ranges: [Range<UInt64>]

  /// Compares two builds.
  public init(from earlier: ProgramCode, to later: ProgramCode) {
    var comparison = CodeComparison(one: earlier, other: later)
    let before = Dictionary(grouping: earlier.symbols.lazy.filter(\.isFunction), by: \.name)
    let after = Dictionary(grouping: later.symbols.lazy.filter(\.isFunction), by: \.name)
    var (symbols, ranges): (Set<String>, [Range<UInt64>]) = ([], [])
    for (name, functions) in after {
      let twins = before[name] ?? []
      // Swift's own function, which holds the addresses of a file's sections.
      if name == "_ZL23swift_image_constructorv" { continue }
      for (index, function) in functions.enumerated() {
        // Functions with the same name, from several source files, are in the order of those files.
        if twins.count == functions.count, comparison.isSame(twins[index].range, function.range) {
          continue
        }
        symbols.insert(String(name))
        ranges.append(function.range)
      }
    }
    self.symbols = symbols.sorted()
    self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns whether any of them ran, given the executed addresses in the later file.
  public func hasRun(at addresses: Set<UInt64>) -> Bool {
    addresses.contains { address in
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].lowerBound <= address { low = middle + 1 } else { high = middle }
      }
      return low > 0 && ranges[low - 1].contains(address)
    }
  }
}

/// Compares parts of two files.
private struct CodeComparison {
  let one: ProgramCode
  let other: ProgramCode
  /// The addresses of objects in the first file, and whether the objects are the same in the other.
  private var objects: [UInt64: Bool] = [:]
  /// A Boolean value indicating whether the files were made by Swift.
  private let isSwift: Bool

  init(one: ProgramCode, other: ProgramCode) {
    self.one = one
    self.other = other
    isSwift = one.symbols.contains { $0.name.hasPrefix("$s") }
  }

  /// Returns whether two functions are the same.
  mutating func isSame(_ function: Range<UInt64>, _ twin: Range<UInt64>) -> Bool {
    let size = UInt64(function.count)
    guard function.count == twin.count else { return false }
    let (code, twinCode) = (
      Array(one.file.content(at: function.lowerBound, size)),
      Array(other.file.content(at: twin.lowerBound, size))
    )
    guard code.count == twinCode.count else { return false }
    var index = 0
    while index < code.count {
      let reference = Reference(code, index, function)
      let twinReference = Reference(twinCode, index, twin)
      if code[index] != twinCode[index] {
        // If a distance differs, up to three of its bytes before this one may still be equal.
        guard
          let start = (max(0, index - 3)...index).first(where: { start in
            isSameReference(
              Reference(code, start, function), Reference(twinCode, start, twin))
          })
        else { return false }
        index = start + 4
      } else if let reference, let twinReference, isData(reference),
        reference.code == twinReference.code
      {
        // Even at the same distance there may be other data.
        guard isSameReference(reference, twinReference) else { return false }
        index += 4
      } else {
        index += 1
      }
    }
    return true
  }

  /// Four bytes of a function that may encode an address.
  private struct Reference {
    let code: ArraySlice<UInt8>
    let function: Range<UInt64>
    /// The address after the four bytes.
    let next: UInt64
    let kind: Use
    var distance: UInt64 { ProgramCode.distance(code) }

    /// The instruction's use of the address.
    enum Use: Equatable {
      /// It jumps there.
      case code
      /// It reads this many bytes there, or 0 if it only takes the address; `left` bytes of the
      /// instruction follow the distance.
      case data(UInt64, left: UInt64)
      /// It contains the address itself instead of a distance.
      case fixed(UInt64)
    }

    /// Nil at the end, and if the bytes before don't belong to an instruction that refers to an address.
    init?(_ code: [UInt8], _ start: Int, _ function: Range<UInt64>) {
      guard start + 4 <= code.count, start > 0 else { return nil }
      self.code = code[start..<(start + 4)]
      self.function = function
      next = function.lowerBound &+ UInt64(start) &+ 4
      let before = Array(code[max(0, start - 5)..<start].reversed())
      let (last, second) = (before[0], before.count > 1 ? before[1] : 0)
      if last == 0xE8 || last == 0xE9 || second == 0x0F && last & 0xF0 == 0x80 {
        kind = .code
      } else if last & 0xC7 == 0x05, before.count > 1 {
        kind = .data(Self.size(before[1...]), left: Self.left(before))
      } else if last == 0x25, second & 0xC7 == 0x04, before.count > 2 {
        kind = .fixed(Self.size(before[2...]))
      } else if last & 0xF8 == 0xB8 || last == 0x68 || last & 0xC0 == 0x80 || second & 0xC7 == 0x04
      {
        // A literal number, or the start of a table.
        kind = .fixed(0)
      } else {
        return nil
      }
    }

    /// The size of the immediate operand at an instruction's end, in bytes. `before` has the bytes before the
    /// address in the instruction, the last first.
    private static func left(_ before: [UInt8]) -> UInt64 {
      let prefix = before.count > 2 ? before[2] : 0
      switch before[1] {
      case 0x80, 0x83, 0xC0, 0xC1, 0xC6, 0x6B, 0x70, 0xC2: return 1
      case 0xBA, 0xA4, 0xAC: return prefix == 0x0F ? 1 : 0
      case 0x69, 0x81, 0xC7: return prefix == 0x66 ? 2 : 4
      // A bit test is the first of several instructions that start the same.
      case 0xF6: return before[0] & 0x38 == 0 ? 1 : 0
      case 0xF7: return before[0] & 0x38 == 0 ? prefix == 0x66 ? 2 : 4 : 0
      default: return prefix == 0x3A && before.count > 3 && before[3] == 0x0F ? 1 : 0
      }
    }

    /// The number of bytes that an instruction reads. `before` has its bytes before its operand, the last first.
    private static func size(_ before: ArraySlice<UInt8>) -> UInt64 {
      let before = Array(before)
      if before[0] == 0x8D { return 0 }
      guard before.count > 1, before[1] == 0x0F else { return 8 }
      return switch before.count > 2 ? before[2] : 0 {
      case 0xF3: 4
      case 0xF2: 8
      default: 16
      }
    }
  }

  /// Returns whether a reference points to data of the first file.
  private func isData(_ reference: Reference) -> Bool {
    switch reference.kind {
    case .code: false
    case .data(_, let left): one.file.isData(at: reference.next &+ reference.distance &+ left)
    case .fixed: one.file.isFixed && one.file.isData(at: reference.distance)
    }
  }

  /// Returns whether the same four bytes of two functions refer to the same thing.
  private mutating func isSameReference(_ one: Reference?, _ other: Reference?) -> Bool {
    guard let one, let other, one.kind == other.kind else { return false }
    switch one.kind {
    case .code:
      return isSamePlace(
        one.next &+ one.distance, other.next &+ other.distance, reading: nil, in: one.function,
        other.function)
    case .data(let size, let left):
      return isSamePlace(
        one.next &+ one.distance &+ left, other.next &+ other.distance &+ left, reading: size,
        in: one.function, other.function)
    case .fixed(let size):
      guard self.one.file.isFixed, self.other.file.isFixed else { return false }
      return isSamePlace(
        one.distance, other.distance, reading: size, in: one.function, other.function)
    }
  }

  /// Returns whether two addresses refer to the same thing. `size` bytes are read there: 0 if unknown, nil for code.
  private mutating func isSamePlace(
    _ address: UInt64, _ twin: UInt64, reading size: UInt64?, in function: Range<UInt64>,
    _ twinFunction: Range<UInt64>
  ) -> Bool {
    if isSwift, size == 0, let text = line(one, at: address &+ 32),
      let twinText = line(other, at: twin &+ 32), text.count > 15, text != twinText
    {
      // Swift's code takes the address of a text of 16 bytes or more minus 32.
      return false
    }
    let (place, twinPlace) = (one.place(of: address), other.place(of: twin))
    guard place == nil, twinPlace == nil else {
      return place == twinPlace && isSameObject(at: address, twin)
    }
    if let pointer = one.pointers[address], let twinPointer = other.pointers[twin] {
      return isSame(pointer, twinPointer)
    }
    guard let size, one.file.isData(at: address), other.file.isData(at: twin) else { return false }
    if size > 0 {
      return one.file.content(at: address, size) == other.file.content(at: twin, size)
    }
    return isSameText(at: address, twin) || isSameNumbers(at: address, twin)
      || isSameTable(at: address, of: function, twin, of: twinFunction)
  }

  /// Returns whether the loader writes the same there, as far as names show.
  private func isSame(_ pointer: ProgramCode.Pointer, _ twin: ProgramCode.Pointer) -> Bool {
    switch (pointer, twin) {
    case (.symbol(let name, let more), .symbol(let twinName, let twinMore)):
      name == twinName && more == twinMore
    case (.address(let address), .address(let twinAddress)): isNamedAlike(address, twinAddress)
    default: false
    }
  }

  /// Returns whether two addresses have the same name, or are unnamed and hold the same text.
  private func isNamedAlike(_ address: UInt64, _ twin: UInt64) -> Bool {
    let (place, twinPlace) = (one.place(of: address), other.place(of: twin))
    return place == twinPlace && (place != nil || isSameText(at: address, twin))
  }

  private static let longestText: UInt64 = 4096

  /// Returns whether two addresses hold the same text.
  private func isSameText(at address: UInt64, _ twin: UInt64) -> Bool {
    let (text, twinText) = (
      one.file.content(at: address, Self.longestText),
      other.file.content(at: twin, Self.longestText)
    )
    // Zero-initialised data have no content in a file.
    if text.isEmpty || twinText.isEmpty {
      return text.isEmpty && twinText.isEmpty && one.file.isData(at: address)
        && other.file.isData(at: twin)
    }
    if let line = line(one, at: address) { return line == self.line(other, at: twin) }
    // An array of unknown length.
    return text.prefix(Self.someNumbers) == twinText.prefix(Self.someNumbers)
  }

  private static let someNumbers = 32

  /// Returns whether two addresses hold the same numbers and pointers.
  private func isSameNumbers(at address: UInt64, _ twin: UInt64) -> Bool {
    let size = UInt64(Self.someNumbers)
    guard line(one, at: address) == nil, address <= .max - size, twin <= .max - size else {
      return false
    }
    return isSameContent(address..<address + size, twin..<twin + size)
  }

  /// The text from an address to its end; nil if there is none.
  private func line(_ code: ProgramCode, at address: UInt64) -> ArraySlice<UInt8>? {
    let line = code.file.content(at: address, Self.longestText).prefix { $0 != 0 }
    let isText = line.allSatisfy { $0 >= 0x20 || (9...13).contains($0) }
    return isText && !line.isEmpty ? line : nil
  }

  /// Returns whether the tables at two addresses, as compilers make them for a switch, point to the
  /// same places in two functions.
  private func isSameTable(
    at address: UInt64, of function: Range<UInt64>, _ twin: UInt64, of twinFunction: Range<UInt64>
  ) -> Bool {
    func places(_ code: ProgramCode, _ address: UInt64, _ function: Range<UInt64>) -> [UInt64] {
      var places: [UInt64] = []
      while case let entry = code.file.content(at: address &+ UInt64(places.count * 4), 4),
        entry.count == 4,
        case let target = address &+ ProgramCode.distance(entry), function.contains(target)
      { places.append(target - function.lowerBound) }
      return places
    }
    let table = places(one, address, function)
    return !table.isEmpty && table == places(other, twin, twinFunction)
  }

  /// Returns whether the objects at two addresses with the same name are the same. Functions count
  /// as the same here, because they are compared separately.
  private mutating func isSameObject(at address: UInt64, _ twin: UInt64) -> Bool {
    guard let object = one.symbol(at: address), let twinObject = other.symbol(at: twin),
      !object.isFunction
    else { return true }
    if let known = objects[object.range.lowerBound] { return known }
    let isSame = isSameContent(object.range, twinObject.range)
    objects[object.range.lowerBound] = isSame
    return isSame
  }

  private static func pointer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func isSameContent(_ object: Range<UInt64>, _ twin: Range<UInt64>) -> Bool {
    guard object.count == twin.count else { return false }
    let size = UInt64(object.count)
    let (content, twinContent) = (
      Array(one.file.content(at: object.lowerBound, size)),
      Array(other.file.content(at: twin.lowerBound, size))
    )
    guard content.count == twinContent.count else { return false }
    var pointerEnd = 0
    for offset in stride(from: 0, to: object.count, by: 4) {
      let (address, twinAddress) = (
        object.lowerBound + UInt64(offset), twin.lowerBound + UInt64(offset)
      )
      switch (one.pointers[address], other.pointers[twinAddress]) {
      case (nil, nil): break
      case (let pointer?, let twinPointer?):
        if !isSame(pointer, twinPointer) { return false }
        pointerEnd = offset + 8
      default: return false
      }
      // The file's content does not matter if the loader overwrites it.
      guard offset >= pointerEnd, offset < content.count else { continue }
      if one.file.isFixed, offset % 8 == 0, offset + 8 <= content.count {
        // Equal pointers can have different targets: the linker may place something else there.
        let (target, twinTarget) = (
          Self.pointer(content[offset...]), Self.pointer(twinContent[offset...])
        )
        let (place, twinPlace) = (one.place(of: target), other.place(of: twinTarget))
        if place != twinPlace { return false }
        if place != nil { continue }
      }
      let (word, twinWord) = (content[offset...].prefix(4), twinContent[offset...].prefix(4))
      if word == twinWord { continue }
      // A relative pointer, as in Swift's metadata.
      guard word.count == 4,
        isNamedAlike(
          address &+ ProgramCode.distance(word), twinAddress &+ ProgramCode.distance(twinWord))
      else { return false }
    }
    return true
  }
}
