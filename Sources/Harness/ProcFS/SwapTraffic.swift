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
