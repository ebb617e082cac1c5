import SystemPackage

/// `/proc/PID/maps`: the files that a process has mapped, its program and libraries among them.
public struct MappedFiles: Equatable, Sendable {
  /// Where they are; of one that was deleted its path has ` (deleted)` at its end.
  public let paths: Set<FilePath>

  /// Parses the file.
  public init(_ text: ProcText) {
    paths = Set(text.lines.compactMap(Self.path))
  }

  /// `55d0a000-55d0b000 r-xp 00001000 fe:00 1234    /usr/bin/app`; the path may hold blanks, and what
  /// is no file has none or stands in brackets.
  private static func path(_ line: Substring) -> FilePath? {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6 else { return nil }
    let path = fields[5].drop { $0 == " " }
    return path.hasPrefix("/") ? FilePath(String(path)) : nil
  }
}
