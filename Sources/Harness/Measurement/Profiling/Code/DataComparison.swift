/// Compares all that two builds of a program load, apart from the code of functions.
///
/// Bytes have to be the same, or to refer to the same part of the program. Linkers leave no record of
/// distances, so any four bytes count as one: if they lead to something else, they are not the same. But only
/// the table of a `switch` has distances to the middle of a function, so other equal bytes that would lead
/// there are numbers: ``JumpTables/areSame(of:)``.
struct DataComparison {
  let one: ProgramCode
  let other: ProgramCode
  let unchanged: Set<ProgramCode.LoadedPart.Identity>
  /// Data that belong to the code that is not.
  let tables: JumpTables

  /// The sections that are not compared byte by byte: the first is a hash of the file, the second is for Swift's
  /// compiler alone, the third is empty space. The others say how to unwind each function, and differ if a
  /// function does.
  private static let special = [
    ".note.gnu.build-id", ".swift_modhash", ".relro_padding", ".eh_frame_hdr", ".eh_frame",
  ]

  var areSame: Bool {
    let (sections, twins) = (one.file.loaded, other.file.loaded)
    let (segments, twinSegments) = (one.file.segments.all, other.file.segments.all)
    guard one.file.isFixed == other.file.isFixed,
      isSameTarget(one.file.start, other.file.start, isEqual: true),
      segments.map(\.rights) == twinSegments.map(\.rights), !sections.isEmpty,
      sections.count == twins.count
    else { return false }
    return sections.indices.allSatisfy { isSame(sections[$0], twins[$0], number: $0) }
      && FrameComparison(data: self).areSame
  }

  /// See ``ProgramCode/AddressTarget/areSame(_:_:isEqual:)``.
  private func isSameTarget(_ address: UInt64, _ twin: UInt64, isEqual: Bool) -> Bool {
    ProgramCode.AddressTarget.areSame(
      one.target(of: address), other.target(of: twin), isEqual: isEqual)
  }

  private func isSame(_ section: LoadedSection, _ twin: LoadedSection, number: Int) -> Bool {
    guard section.name == twin.name, section.kind == twin.kind, section.flags == twin.flags else {
      return false
    }
    if section.isCode || Self.special.contains(String(section.name)) { return true }
    guard section.size == twin.size else { return false }
    // No content: zeros.
    if section.kind == 8 { return true }
    let (bytes, twinBytes) = (one.content(section.range), other.content(twin.range))
    guard UInt64(bytes.count) == section.size, bytes.count == twinBytes.count else { return false }
    return switch section.kind {
    // Data, and arrays of functions.
    case 1, 14, 15, 16:
      isSameContent(bytes, twinBytes, section, twin, except: tables.ranges[number] ?? [])
    case 4: isSameTable(bytes, twinBytes, isSameRelocation)
    case 6: isSameTable(bytes, twinBytes, isSameSetting)
    case 11: isSameTable(bytes, twinBytes, isSameSymbol)
    // Packed relocations.
    case 19: (0..<(bytes.count / 8)).allSatisfy { isSameWord(bytes, twinBytes, at: $0 * 8) }
    // Texts, hashes, versions and notes have no addresses.
    default: bytes == twinBytes
    }
  }
}

/// Data of the program.
extension DataComparison {
  private func isSameContent(
    _ bytes: [UInt8], _ twinBytes: [UInt8], _ section: LoadedSection, _ twinSection: LoadedSection,
    except skipped: [Range<Int>]
  ) -> Bool {
    let (range, twin) = (section.range, twinSection.range)
    // If pointers are relocated one by one, nothing else is an address, except in the linker's own table.
    let hasAddresses =
      one.file.isFixed || section.name == ".got.plt" || one.file.loaded.contains { $0.kind == 19 }
    var offset = 0
    // The start of the distances that differ and end here. Those of a table all start at its first one.
    var table = 0
    var skipped = skipped[...]
    while offset + 4 <= bytes.count {
      skipped = skipped.drop { $0.upperBound <= offset }
      if let range = skipped.first, range.contains(offset) {
        offset = range.upperBound
        table = offset
        continue
      }
      let address = range.lowerBound + UInt64(offset)
      let twinAddress = twin.lowerBound + UInt64(offset)
      let isRelocated = one.relocated.contains(address)
      guard isRelocated == other.relocated.contains(twinAddress) else { return false }
      if isRelocated {
        // The relocations are compared, and the loader overwrites what is here.
        offset += 8
        table = offset
        continue
      }
      if hasAddresses, address % 8 == 0, offset + 8 <= bytes.count {
        let isEqual = bytes[offset..<(offset + 8)] == twinBytes[offset..<(offset + 8)]
        let isSame = isSameWord(bytes, twinBytes, at: offset)
        if isSame, !isEqual {
          offset += 8
          table = offset
          continue
        }
        if isEqual, !isSame { return false }
      }
      let isEqual = bytes[offset..<(offset + 4)] == twinBytes[offset..<(offset + 4)]
      let starts = stride(from: offset, through: isEqual ? offset : table, by: -4)
      let isSame = starts.contains { start in
        isSameDistance(
          bytes, twinBytes, at: offset, range.lowerBound &+ UInt64(start),
          twin.lowerBound &+ UInt64(start))
      }
      guard
        isSame
          || isEqual && leadsToNoData(bytes, at: offset, from: address, in: one)
            && leadsToNoData(bytes, at: offset, from: twinAddress, in: other)
      else { return false }
      offset += 4
      if isEqual { table = offset }
    }
    return offset >= bytes.count || bytes[offset...] == twinBytes[offset...]
  }

  /// Returns whether four bytes, as a distance, lead into the middle of a function, or out of all that is loaded.
  private func leadsToNoData(
    _ bytes: [UInt8], at offset: Int, from address: UInt64, in program: ProgramCode
  ) -> Bool {
    let distance = ProgramCode.signed(bytes[offset..<(offset + 4)])
    guard let target = program.target(of: address &+ distance) else { return true }
    guard case .function = target.part else { return false }
    return target.offset > 0
  }

  /// Returns whether eight bytes are the same number or address.
  private func isSameWord(_ bytes: [UInt8], _ twinBytes: [UInt8], at offset: Int) -> Bool {
    let word = ProgramCode.number(bytes[offset..<(offset + 8)])
    let twin = ProgramCode.number(twinBytes[offset..<(offset + 8)])
    return isSameTarget(word, twin, isEqual: word == twin)
  }

  /// Returns whether four bytes are the same number, or the distance from two addresses to the same.
  func isSameDistance(
    _ bytes: [UInt8], _ twinBytes: [UInt8], at offset: Int, _ start: UInt64, _ twinStart: UInt64
  ) -> Bool {
    let distance = ProgramCode.signed(bytes[offset..<(offset + 4)])
    let twin = ProgramCode.signed(twinBytes[offset..<(offset + 4)])
    return isSameTarget(start &+ distance, twinStart &+ twin, isEqual: distance == twin)
  }
}

/// Tables for the loader, whose entries consist of words of eight bytes.
extension DataComparison {
  private typealias Words = [UInt64]

  private func isSameTable(
    _ bytes: [UInt8], _ twinBytes: [UInt8], _ isSame: (_ entry: Words, _ twin: Words) -> Bool
  ) -> Bool {
    func words(_ bytes: [UInt8]) -> Words {
      stride(from: 0, to: bytes.count - 7, by: 8).map { ProgramCode.number(bytes[$0..<($0 + 8)]) }
    }
    return isSame(words(bytes), words(twinBytes))
  }

  /// Its address, its type with its symbol, and a number: an address if there is no symbol.
  private func isSameRelocation(_ words: Words, _ twin: Words) -> Bool {
    words.indices.allSatisfy { index in
      let isEqual = words[index] == twin[index]
      let isAddress = index % 3 == 0 || index % 3 == 2 && words[index - 1] >> 32 == 0
      return isAddress ? isSameTarget(words[index], twin[index], isEqual: isEqual) : isEqual
    }
  }

  /// A tag and its value. 12 and 13 are the functions that are called first and last.
  private func isSameSetting(_ words: Words, _ twin: Words) -> Bool {
    words.indices.allSatisfy { index in
      let isEqual = words[index] == twin[index]
      if index % 2 == 0 { return isEqual }
      return isEqual && ![12, 13].contains(words[index - 1])
        || isSameTarget(words[index], twin[index], isEqual: isEqual)
    }
  }

  /// Its name and type, its address, and its size, which may differ if it is a function.
  private func isSameSymbol(_ words: Words, _ twin: Words) -> Bool {
    words.indices.allSatisfy { index in
      let isEqual = words[index] == twin[index]
      return switch index % 3 {
      case 0: isEqual
      case 1: isSameTarget(words[index], twin[index], isEqual: isEqual)
      default: isEqual || [2, 10].contains(words[index - 2] >> 32 & 0xF)
      }
    }
  }
}
