import Glibc

/// A line of `/proc/PID/mountinfo`: a file system and where it is mounted.
public struct Mount: Equatable, Sendable {
  /// The folder of the file system that is mounted; `/` for all of it.
  public let root: String
  /// The path at which it is mounted.
  public let point: String
  /// The file system's type, such as `cgroup2`.
  public let type: String
  /// The file system's own options, such as `hidepid=invisible`.
  public let options: [String]

  /// Parses all lines of the file.
  public static func all(_ text: ProcText) throws(SamplingError) -> [Mount] {
    var mounts: [Mount] = []
    for line in text.lines {
      guard let mount = Mount(line) else {
        throw .malformed(path: text.path, missing: "- type source options")
      }
      mounts.append(mount)
    }
    return mounts
  }

  /// `31 23 0:28 / /sys/fs/cgroup rw,relatime shared:9 - tmpfs tmpfs rw,mode=755`, with any number
  /// of optional fields before the dash.
  private init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), dash + 3 < fields.count
    else { return nil }
    root = Self.unescaped(fields[3])
    point = Self.unescaped(fields[4])
    type = String(fields[dash + 1])
    options = fields[dash + 3].split(separator: ",").map(String.init)
  }

  /// The kernel writes blanks, line breaks and backslashes in paths as octal escapes.
  private static func unescaped(_ path: Substring) -> String {
    // Escapes are rare, and searching each path for four of them adds over a millisecond at startup.
    guard path.utf8.contains(UInt8(ascii: "\\")) else { return String(path) }
    return [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
      .reduce(String(path)) { $0.replacing($1.0, with: $1.1) }
  }
}

/// Kernel constants that convert /proc's numbers to units.
public enum KernelUnits {
  /// Bytes per page.
  public static let pageSize = Int64(sysconf(Int32(_SC_PAGESIZE)))
  /// Nanoseconds per clock tick of /proc (USER_HZ, 100 on every common Linux).
  public static let tickNanoseconds = 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
}
