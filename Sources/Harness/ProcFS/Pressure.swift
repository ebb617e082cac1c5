/// A file of `/proc/pressure`: how long tasks have waited for a resource since boot.
public struct StallTime: Equatable, Sendable {
  /// Time in which at least one task waited, µs, exact: the kernel adds it up at every reading.
  public let someMicroseconds: Int64

  /// Parses the file: `some avg10=… avg60=… avg300=… total=…`.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let total = text.numberIfPresent(behind: "total=") else {
      throw .malformed(path: text.path, missing: "some total")
    }
    someMicroseconds = total
  }
}

/// The swap lines of `/proc/vmstat`: what the whole machine moved since boot.
public struct SwapTraffic: Equatable, Sendable {
  /// Pages that were read from swap space.
  public let pagesIn: Int64
  /// Pages that were written to it.
  public let pagesOut: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    pagesIn = try text.number(after: "pswpin ")
    pagesOut = try text.number(after: "pswpout ")
  }

  /// Pages that were moved either way.
  public var pages: Int64 { pagesIn &+ pagesOut }
}
