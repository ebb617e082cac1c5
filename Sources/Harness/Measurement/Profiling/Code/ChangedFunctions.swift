/// The functions whose machine code differs between two builds of a program that are the same apart from them.
///
/// A function that only moved is unchanged, and so is one whose calls and data only moved. If that can't
/// be decided, as with an instruction that is not known, the function counts as changed.
public struct ChangedFunctions: Sendable, Equatable {
  /// Their symbols, sorted.
  public let symbols: [String]
  /// Their readable names, sorted.
  public var names: [String] { Set(symbols.map { SwiftName(mangled: $0)?.name ?? $0 }).sorted() }

  /// Their addresses in the later file, and those of code that runs on into them without a jump.
  public let ranges: [Range<UInt64>]
  /// A Boolean value indicating whether a processor that has more than Valgrind's may run one although Valgrind does
  /// not: one has instructions that Valgrind's lacks, or the later file chooses its code by the processor.
  public let dependOnProcessor: Bool

  /// Compares two builds.
  /// - Returns: nil if anything else differs, or may differ: data, or code without a name. A function that
  ///   is the same may then do something else. The table of a `switch` belongs to its function.
  public init?(from earlier: ProgramCode, to later: ProgramCode) {
    let code = CodeComparison(one: earlier, other: later)
    let before = Dictionary(
      earlier.parts.lazy.map { ($0.identity, $0.range) }, uniquingKeysWith: { first, _ in first })
    var changed: Set<ProgramCode.LoadedPart.Identity> = []
    var unchanged: [ProgramCode.LoadedPart.Identity: JumpTables.Places] = [:]
    var inner: [ProgramCode.LoadedPart.Identity: JumpTables.Places] = [:]
    for part in later.parts {
      if case .data = part.identity { continue }
      let old = before[part.identity]
      if let old, let places = code.places(sharedBy: old, part.range) {
        unchanged[part.identity] = places.data
        if !places.inner.isEmpty { inner[part.identity] = places.inner }
      } else {
        changed.insert(part.identity)
      }
    }
    // Who reads the inner of a function that differs reads something else.
    while let reader = inner.first(where: { $1.contains { changed.contains($0.part) } })?.key {
      inner[reader] = nil
      unchanged[reader] = nil
      changed.insert(reader)
    }
    var (symbols, ranges): (Set<String>, [Range<UInt64>]) = ([], [])
    // From the last part to the first: several may run on into one that differs.
    var isNextListed = false
    for (index, part) in later.parts.enumerated().reversed() {
      let runsOn = isNextListed && code.runsOn(part, into: later.parts[index + 1])
      isNextListed = runsOn || changed.contains(part.identity)
      if isNextListed { ranges.append(part.range) }
      guard changed.contains(part.identity) else { continue }
      guard case .function(let name, _) = part.identity else { return nil }
      symbols.insert(String(name))
    }
    for part in earlier.parts where unchanged[part.identity] == nil {
      switch part.identity {
      case .function: changed.insert(part.identity)
      case .unnamed: return nil
      case .data: break
      }
    }
    let tables = JumpTables(
      of: changed, beside: unchanged.values.reduce(into: []) { $0.formUnion($1) }, in: earlier,
      and: later)
    let data = DataComparison(
      one: earlier, other: later, unchanged: Set(unchanged.keys), tables: tables)
    guard data.areSame, tables.areSame(of: unchanged) else { return nil }
    dependOnProcessor =
      !ranges.isEmpty
      && (later.choosesByProcessor || ranges.contains { CodeComparison.hasNew(later.content($0)) })
    self.symbols = symbols.sorted()
    self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns whether any of them ran, given the executed addresses in the later file.
  public func hasRun(at addresses: Set<UInt64>) -> Bool {
    addresses.contains { address in
      ranges.lastLeading { $0.lowerBound <= address }?.contains(address) == true
    }
  }
}

private struct CodeComparison {
  let one: ProgramCode
  let other: ProgramCode

  /// Returns whether code has instructions that Valgrind's processor lacks, or may: one is not known.
  static func hasNew(_ code: [UInt8]) -> Bool {
    var start = 0
    while start < code.count {
      guard let instruction = Instruction(code, at: start), !instruction.isNew else { return true }
      start += instruction.length
    }
    return false
  }

  /// Returns whether the code of a part of the later file may run on into the next part: it does not end in a
  /// return, a jump, a call or a trap, apart from instructions that do nothing.
  func runsOn(_ part: ProgramCode.LoadedPart, into next: ProgramCode.LoadedPart) -> Bool {
    let isBeside = other.file.loaded.contains {
      $0.isCode && $0.range.contains(part.range.lowerBound)
        && $0.range.contains(next.range.lowerBound)
    }
    guard isBeside else { return false }
    let code = other.content(part.range)
    var (start, ends) = (0, false)
    while start < code.count {
      guard let instruction = Instruction(code, at: start) else { return true }
      let bytes = code[start..<(start + instruction.length)]
      if !Instruction.doesNothing(bytes) { ends = Instruction.endsPath(bytes) }
      start += instruction.length
    }
    return !ends
  }

  /// Returns the places outside of functions that the code in two ranges refers to, and the places within functions
  /// to which it does not jump; nil unless the code is the same, and refers to the same.
  func places(
    sharedBy range: Range<UInt64>, _ twin: Range<UInt64>
  ) -> (data: JumpTables.Places, inner: JumpTables.Places)? {
    let (code, twinCode) = (one.content(range), other.content(twin))
    guard code.count == twinCode.count else { return nil }
    var (data, inner): (JumpTables.Places, JumpTables.Places) = ([], [])
    var start = 0
    while start < code.count {
      guard let instruction = Instruction(code, at: start) else { return nil }
      /// Returns whether a number is the same, or leads to the same.
      func isSame(_ field: Instruction.Field?, isJump: Bool = false) -> Bool {
        guard let field else { return true }
        let bytes = (start + field.offset)..<(start + field.offset + field.size)
        let target = instruction.target(
          of: field, in: code, at: start, from: range.lowerBound, of: one)
        let twinTarget = instruction.target(
          of: field, in: twinCode, at: start, from: twin.lowerBound, of: other)
        guard
          ProgramCode.AddressTarget.areSame(
            target, twinTarget, isEqual: code[bytes] == twinCode[bytes])
        else { return false }
        if let target, target.isData {
          data.insert(target)
        } else if let target, target.offset > 0, !isJump {
          inner.insert(target)
        }
        return true
      }
      // The same until its numbers, the twin is the same instruction.
      let opcode = start..<(start + instruction.numbers)
      guard code[opcode] == twinCode[opcode], isSame(instruction.displacement),
        isSame(instruction.immediate, isJump: instruction.immediate?.isRelative ?? false)
      else { return nil }
      start += instruction.length
    }
    return (data, inner)
  }
}
