import ProcFS
import SystemPackage

/// Processes that the kernel ended because memory ran out, that of the machine or that of a control group.
enum MemoryKills {
  private static let before = count

  /// Nil where the kernel does not count them, as before Linux 4.13.
  private static var count: Int64? {
    let path = ProcRoot().path.appending("vmstat")
    let count = try? WholeFile.read(path) { text in text.numberIfPresent(after: "oom_kill ") }
    return count ?? nil
  }

  /// Begins to count.
  static func begin() { _ = before }

  /// How many there were since ``begin()``; nil where that is not known.
  static var sinceBegin: Int64? {
    guard let before, let count else { return nil }
    return count &- before
  }
}
