import AppStorage

@testable import Inventory

/// A 64-bit FNV-1a digest of an outcome, the same in every process and build.
///
/// `Hasher` is seeded anew in every process; two builds of the app that must answer alike need a
/// digest that is not. It tells outcomes apart; it is not for secrets.
///
/// Source: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>, offset basis and prime for
/// 64 bits.
struct StableDigest: Hashable, Sendable {
  /// The digest of all that has been combined.
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The digest of nothing.
  init() {}

  /// Adds the number's eight bytes, lowest first.
  mutating func combine(_ number: Int64) {
    var rest = UInt64(bitPattern: number)
    for _ in 0..<8 {
      add(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Adds the text's UTF-8 bytes and a byte that no UTF-8 text holds, so that "ab", "c" differs
  /// from "a", "bc".
  mutating func combine(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xff)
  }

  /// Adds a line of a list with its state.
  mutating func combine(_ device: ListedDevice) {
    combine(device.id.number)
    combine(device.name)
    combine(device.location)
    combine(device.serialNumber)
    combine(device.unitID)
    switch device.state {
    case .available: combine(0)
    case .lentByMe: combine(1)
    case .lentByAnother(let borrower):
      combine(2)
      combine(borrower)
    }
  }

  /// Adds a loan; its times count too, so a digest of loans needs an injected clock.
  mutating func combine(_ loan: Loan) {
    combine(loan.deviceID.number)
    combine(loan.deviceName)
    combine(loan.borrower)
    combine(loan.lentAt.milliseconds)
    combine(loan.returnedAt?.milliseconds ?? -1)
    combine(loan.comment)
  }

  /// The digest of a list, in its order.
  static func of(_ devices: [ListedDevice]) -> UInt64 {
    var digest = StableDigest()
    for device in devices { digest.combine(device) }
    return digest.value
  }

  /// The digest of loans, in their order.
  static func of(_ loans: [Loan]) -> UInt64 {
    var digest = StableDigest()
    for loan in loans { digest.combine(loan) }
    return digest.value
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
