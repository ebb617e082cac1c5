/// Compares what two builds of a program say about how to unwind unchanged code, as exceptions do.
///
/// Source: `.eh_frame` in the Linux Standard Base, with the encodings that compilers use on x86-64.
struct FrameComparison {
  let data: DataComparison

  /// A description of a function's frames.
  private struct Record {
    let bytes: [UInt8]
    let address: UInt64
    /// The part that it has in common with others: it says which pointers there are.
    let common: [UInt8]
    let commonAddress: UInt64
  }

  var areSame: Bool {
    guard let own = records(of: data.one), let twins = records(of: data.other),
      own.count == twins.count
    else { return false }
    return own.allSatisfy { target, record in
      twins[target].map { isSame(record, $0) } ?? false
    }
  }

  /// The descriptions of unchanged code, by its start; nil if they can't be parsed.
  private func records(of code: ProgramCode) -> [ProgramCode.AddressTarget: Record]? {
    guard let section = code.file.loaded.first(where: { $0.name == ".eh_frame" })
    else { return [:] }
    let bytes = code.content(section.range)
    func number(_ offset: Int) -> Int { Int(ProgramCode.number(bytes[offset..<(offset + 4)])) }
    func content(_ offset: Int) -> [UInt8]? {
      guard offset >= 0, offset + 4 <= bytes.count, case let length = number(offset), length >= 8,
        length <= bytes.count - offset - 4
      else { return nil }
      return Array(bytes[offset..<(offset + 4 + length)])
    }
    var records: [ProgramCode.AddressTarget: Record] = [:]
    var offset = 0
    while offset + 4 <= bytes.count {
      // The end of one file's descriptions.
      if number(offset) == 0 {
        offset += 4
        continue
      }
      guard let own = content(offset) else { return nil }
      let back = number(offset + 4)
      if back != 0 {
        let address = section.range.lowerBound + UInt64(offset)
        guard own.count >= 17, let common = content(offset + 4 - back),
          let target = code.target(of: address &+ 8 &+ ProgramCode.signed(own[8..<12]))
        else { return nil }
        let record = Record(
          bytes: own, address: address, common: common,
          commonAddress: address &+ 4 &- UInt64(back))
        if isUnchanged(target), records.updateValue(record, forKey: target) != nil { return nil }
      }
      offset += own.count
    }
    return records
  }

  private func isUnchanged(_ target: ProgramCode.AddressTarget) -> Bool {
    if case .function = target.part { data.unchanged.contains(target.part) } else { true }
  }

  private func isSame(_ record: Record, _ twin: Record) -> Bool {
    // After its length, its identifier and version.
    let letters = record.common.dropFirst(9).prefix { $0 != 0 }
    if letters.contains(UInt8(ascii: "L")), record.bytes[16] == 4, twin.bytes[16] == 4 {
      // The function's handlers of exceptions.
      guard record.bytes.count >= 21, twin.bytes.count >= 21,
        data.isSameDistance(
          record.bytes, twin.bytes, at: 17, record.address &+ 17, twin.address &+ 17)
      else { return false }
    }
    return isSame(record.bytes, twin.bytes, from: 12, record.address, twin.address)
      && isSame(record.common, twin.common, from: 8, record.commonAddress, twin.commonAddress)
  }

  /// Returns whether bytes are equal, or are distances to the same.
  private func isSame(
    _ bytes: [UInt8], _ twin: [UInt8], from start: Int, _ address: UInt64, _ twinAddress: UInt64
  ) -> Bool {
    guard bytes.count == twin.count else { return false }
    var index = start
    while index < bytes.count {
      if bytes[index] == twin[index] {
        index += 1
        continue
      }
      let places = max(start, index - 3)...index
      guard
        let place = places.first(where: { place in
          place + 4 <= bytes.count
            && data.isSameDistance(
              bytes, twin, at: place, address &+ UInt64(place), twinAddress &+ UInt64(place))
        })
      else { return false }
      index = place + 4
    }
    return true
  }
}
