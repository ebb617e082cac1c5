/// The functions whose machine code differs between two builds of a program that are the same apart from them.
///
/// A function that only moved is unchanged, and so is one whose calls and data only moved. If that can't
/// be decided, the function counts as changed.
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
  /// - Returns: nil if anything else differs, or may differ: data, or code without a name. A function that
  ///   is the same may then do something else.
  public init?(from earlier: ProgramCode, to later: ProgramCode) {
    let code = CodeComparison(one: earlier, other: later)
    let before = Dictionary(
      earlier.parts.lazy.map { ($0.identity, $0.range) }, uniquingKeysWith: { first, _ in first })
    var (symbols, ranges): (Set<String>, [Range<UInt64>]) = ([], [])
    var same: Set<ProgramCode.LoadedPart.Identity> = []
    for part in later.parts {
      if case .data = part.identity { continue }
      if let twin = before[part.identity], code.isSame(twin, part.range) {
        same.insert(part.identity)
      } else if case .function(let name, _) = part.identity {
        symbols.insert(String(name))
        ranges.append(part.range)
      } else {
        return nil
      }
    }
    let isWithout = earlier.parts.contains {
      if case .unnamed = $0.identity { !same.contains($0.identity) } else { false }
    }
    guard !isWithout, DataComparison(one: earlier, other: later, unchanged: same).areSame else {
      return nil
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

/// Compares code of two files.
private struct CodeComparison {
  let one: ProgramCode
  let other: ProgramCode

  /// Returns whether the code in two ranges is the same, and refers to the same.
  func isSame(_ range: Range<UInt64>, _ twin: Range<UInt64>) -> Bool {
    let (code, twinCode) = (one.content(range), other.content(twin))
    guard code.count == twinCode.count else { return false }
    func isSameReference(at start: Int) -> Bool? {
      guard let reference = Reference(code, start, range, in: one.file),
        let twinReference = Reference(twinCode, start, twin, in: other.file)
      else { return nil }
      let (target, twinTarget) = (
        one.target(of: reference.target), other.target(of: twinReference.target)
      )
      // A number that only looks like an address leads nowhere.
      return target == nil && twinTarget == nil ? nil : target == twinTarget
    }
    var index = 0
    while index < code.count {
      if code[index] != twinCode[index] {
        // If a distance differs, up to three of its bytes before this one may still be equal.
        guard
          let start = (max(0, index - 3)...index).first(where: { isSameReference(at: $0) ?? false })
        else { return false }
        index = start + 4
        continue
      }
      // Even at the same distance there may be something else.
      let isEqual = code[index...].prefix(4) == twinCode[index...].prefix(4)
      if isEqual, isSameReference(at: index) == false { return false }
      if index > 0, Self.isShortJump(code[index - 1]) {
        let step = UInt64(bitPattern: Int64(Int8(bitPattern: code[index]))) &+ UInt64(index + 1)
        let target = one.target(of: range.lowerBound &+ step)
        let twinTarget = other.target(of: twin.lowerBound &+ step)
        let isCall = [target, twinTarget].contains { $0?.isFunction ?? false }
        if isCall, target != twinTarget { return false }
      }
      index += 1
    }
    return true
  }

  /// Returns whether a byte begins a jump by one byte.
  private static func isShortJump(_ byte: UInt8) -> Bool { byte == 0xEB || byte & 0xF0 == 0x70 }

  /// Four bytes of a function that may encode an address.
  private struct Reference {
    /// The address that they encode.
    let target: UInt64

    /// Nil at the end, and if the bytes before don't belong to an instruction that refers to an address.
    init?(_ code: [UInt8], _ start: Int, _ function: Range<UInt64>, in file: ElfFile) {
      guard start + 4 <= code.count, start > 0 else { return nil }
      let distance = ProgramCode.distance(code[start..<(start + 4)])
      let next = function.lowerBound &+ UInt64(start) &+ 4
      let before = Array(code[max(0, start - 5)..<start].reversed())
      let (last, second) = (before[0], before.count > 1 ? before[1] : 0)
      if last == 0xE8 || last == 0xE9 || second == 0x0F && last & 0xF0 == 0x80 {
        target = next &+ distance
      } else if last & 0xC7 == 0x05, before.count > 1 {
        target = next &+ distance &+ Self.left(before)
      } else if file.isFixed,
        last & 0xF8 == 0xB8 || last == 0x68 || last & 0xC0 == 0x80 || second & 0xC7 == 0x04
      {
        // The address itself, as a literal number or the start of a table.
        target = distance
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
  }
}
