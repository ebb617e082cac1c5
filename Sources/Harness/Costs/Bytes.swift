/// A size, or memory, that knows its unit.
///
/// No operation traps: drivers, kernels and stored files may hold any number, and what is beyond 8 EiB
/// stays at its bound.
public struct Bytes: Sendable, Hashable {
  /// The number of bytes.
  public var count: Int64

  /// So many bytes.
  public init(_ count: Int64) { self.count = count }

  /// Creates a size from the kernel's kB, units of 1024 bytes.
  public init(kilobytes: Int64) { self.init(kilobytes, of: 1024) }

  /// So many units of a size each, such as pages or blocks.
  public init(_ count: Int64, of size: Int64) {
    let (product, isBeyond) = count.multipliedReportingOverflow(by: size)
    self.count = isBeyond ? (count < 0) == (size < 0) ? .max : .min : product
  }

  /// None.
  public static let zero = Bytes(0)
}

extension Bytes: Comparable {
  /// By their number.
  public static func < (a: Bytes, b: Bytes) -> Bool { a.count < b.count }
}

extension Bytes: ExpressibleByIntegerLiteral {
  /// So many bytes.
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

  /// The difference; below zero where the second is greater.
  public static func - (a: Bytes, b: Bytes) -> Bytes {
    let (difference, isBeyond) = a.count.subtractingReportingOverflow(b.count)
    return Bytes(isBeyond ? b.count < 0 ? .max : .min : difference)
  }
}
