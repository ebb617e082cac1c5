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

/// The pages that the whole machine has swapped since boot, from `/proc/vmstat`.
public struct SwapTraffic: Equatable, Sendable {
  /// Pages read from swap space.
  public let pagesIn: Int64
  /// Pages written to swap space.
  public let pagesOut: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    pagesIn = try text.number(after: "pswpin ")
    pagesOut = try text.number(after: "pswpout ")
  }

  /// Pages moved in either direction.
  public var pages: Int64 { pagesIn &+ pagesOut }
}
