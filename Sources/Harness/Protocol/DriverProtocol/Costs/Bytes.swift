/// A size or an amount of memory, in bytes.
///
/// No operation traps, because drivers, kernels and stored files may contain any number; beyond 8
/// EiB, values saturate.
public struct Bytes: Sendable, Hashable {
  /// The number of bytes.
  public var count: Int64

  /// Creates a size in bytes.
  public init(_ count: Int64) { self.count = count }

  /// Creates a size from the kernel's kB, units of 1024 bytes.
  public init(kilobytes: Int64) { self.init(kilobytes, of: 1024) }

  /// Creates a size from a number of units, such as pages or blocks, and their size.
  public init(_ count: Int64, of size: Int64) {
    let (product, isBeyond) = count.multipliedReportingOverflow(by: size)
    self.count = isBeyond ? (count < 0) == (size < 0) ? .max : .min : product
  }

  /// No bytes.
  public static let zero = Bytes(0)
}

extension Bytes: Comparable {
  /// Compares the numbers of bytes.
  public static func < (a: Bytes, b: Bytes) -> Bool { a.count < b.count }
}

extension Bytes: ExpressibleByIntegerLiteral {
  /// Creates a size in bytes.
  public init(integerLiteral count: Int64) { self.init(count) }
}

extension Bytes: Codable {
  /// Decodes a number.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}

extension Bytes {
  /// The sum.
  public static func + (a: Bytes, b: Bytes) -> Bytes {
    let (sum, isBeyond) = a.count.addingReportingOverflow(b.count)
    return Bytes(isBeyond ? b.count < 0 ? .min : .max : sum)
  }

  /// The difference; negative if the second is greater.
  public static func - (a: Bytes, b: Bytes) -> Bytes {
    let (difference, isBeyond) = a.count.subtractingReportingOverflow(b.count)
    return Bytes(isBeyond ? b.count < 0 ? .max : .min : difference)
  }
}
