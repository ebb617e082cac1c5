/// How long tasks waited for a resource, from a file in `/proc/pressure`.
public struct Pressure: Equatable, Sendable {
  /// The share of the last ten seconds during which at least one task waited, percent.
  public let someTenSeconds: Double

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let share = text.decimalIfPresent(after: "some avg10=") else {
      throw .malformed(path: text.path, missing: "some avg10")
    }
    someTenSeconds = share
  }
}

/// How long tasks have waited for a resource since boot, from a file in `/proc/pressure`.
public struct StallTime: Equatable, Sendable {
  /// Time during which at least one task waited, µs, exact: the kernel updates it at every read.
  public let someMicroseconds: Int64

  /// Parses the file: `some avg10=… avg60=… avg300=… total=…`.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let total = text.numberIfPresent(behind: "total=") else {
      throw .malformed(path: text.path, missing: "some total")
    }
    someMicroseconds = total
  }
}
