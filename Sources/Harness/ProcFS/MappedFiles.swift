/// `/proc/PID/maps`: what a process has mapped of files, its program and libraries among them.
public struct MappedFiles: Equatable, Sendable {
  /// In the order of addresses.
  public let mappings: [Mapping]

  /// A part of a file at its place in the process.
  public struct Mapping: Hashable, Sendable {
    /// Its first address.
    public let start: UInt64
    /// The first address behind it.
    public let end: UInt64
    /// Whether the process may read it.
    public let isReadable: Bool
    /// The file; of one that was deleted it has ` (deleted)` at its end.
    public let path: String
  }

  /// Parses the file.
  public init(_ text: ProcText) {
    mappings = text.lines.compactMap(Mapping.init)
  }
}

extension MappedFiles.Mapping {
  /// `55d0a000-55d0b000 r-xp 00001000 fe:00 1234    /usr/bin/app`; the path may hold blanks, and what
  /// is no file has none or stands in brackets.
  fileprivate init?(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6 else { return nil }
    let path = fields[5].drop { $0 == " " }
    let range = fields[0].split(separator: "-").map { UInt64($0, radix: 16) }
    guard path.hasPrefix("/"), range.count == 2, let start = range[0], let end = range[1],
      start < end
    else { return nil }
    self.start = start
    self.end = end
    isReadable = fields[1].hasPrefix("r")
    self.path = String(path)
  }
}
