/// The functions whose machine code differs between two builds of a program that are the same apart from them.
///
/// A function that only moved is unchanged, and so is one whose calls and data only moved. If that can't
/// be decided, as with an instruction that is not known, the function counts as changed.
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
  ///   is the same may then do something else. The table of a `switch` belongs to its function.
  public init?(from earlier: ProgramCode, to later: ProgramCode) {
    let code = CodeComparison(one: earlier, other: later)
    let before = Dictionary(
      earlier.parts.lazy.map { ($0.identity, $0.range) }, uniquingKeysWith: { first, _ in first })
    var (symbols, ranges): (Set<String>, [Range<UInt64>]) = ([], [])
    var same: Set<ProgramCode.LoadedPart.Identity> = []
    var (changed, unchanged): ([JumpTables.Function], [JumpTables.Function]) = ([], [])
    for part in later.parts {
      if case .data = part.identity { continue }
      let old = before[part.identity]
      if let old, code.isSame(old, part.range) {
        same.insert(part.identity)
        if case .function = part.identity { unchanged.append((part.identity, old, part.range)) }
      } else if case .function(let name, _) = part.identity {
        symbols.insert(String(name))
        ranges.append(part.range)
        if let old { changed.append((part.identity, old, part.range)) }
      } else {
        return nil
      }
    }
    let isWithout = earlier.parts.contains {
      if case .unnamed = $0.identity { !same.contains($0.identity) } else { false }
    }
    if isWithout { return nil }
    var data = DataComparison(
      one: earlier, other: later, unchanged: same,
      tables: JumpTables(of: changed, in: earlier, and: later))
    if !data.areSame {
      // To find all tables takes as long as to compare all code.
      data.hasNumbers = true
      guard data.areSame, JumpTables.areSame(of: unchanged, in: earlier, and: later) else {
        return nil
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

/// Compares code of two files.
private struct CodeComparison {
  let one: ProgramCode
  let other: ProgramCode

  /// Returns whether the code in two ranges is the same, and refers to the same.
  func isSame(_ range: Range<UInt64>, _ twin: Range<UInt64>) -> Bool {
    let (code, twinCode) = (one.content(range), other.content(twin))
    guard code.count == twinCode.count else { return false }
    var start = 0
    while start < code.count {
      guard let instruction = Instruction(code, at: start) else { return false }
      /// Returns whether a number is the same, or leads to the same.
      func isSame(_ field: Instruction.Field?) -> Bool {
        guard let field else { return true }
        let bytes = (start + field.offset)..<(start + field.offset + field.size)
        let isEqual = code[bytes] == twinCode[bytes]
        // An address itself has four bytes or eight, and is there only if the program's place is fixed.
        guard field.isRelative || one.file.isFixed && field.size >= 4 else { return isEqual }
        return one.isSameTarget(
          instruction.address(in: field, of: code, at: start, from: range.lowerBound),
          instruction.address(in: field, of: twinCode, at: start, from: twin.lowerBound),
          in: other, isEqual: isEqual)
      }
      // The same until its numbers, the twin is the same instruction.
      let opcode = start..<(start + instruction.numbers)
      guard code[opcode] == twinCode[opcode], isSame(instruction.displacement),
        isSame(instruction.immediate)
      else { return false }
      start += instruction.length
    }
    return true
  }
}
