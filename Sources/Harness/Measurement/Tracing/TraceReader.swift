import Glibc
import SystemPackage

/// Reads the output of strace with `-f -o FILE`: one call per line, each with its process; a call
/// interrupted by another process's line takes two lines.
struct TraceReader {
  /// The beginnings of calls that have not returned, by process.
  private var unfinished: [Int32: Substring] = [:]

  /// Reads a trace from its beginning to its end. `take` receives each finished call, in the order of their ends.
  /// - Throws: `Errno` if the file can't be read.
  static func read(_ path: FilePath, take: (TracedCall) -> Void) throws {
    var reader = TraceReader()
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    try file.closeAfter {
      var rest: [UInt8] = []
      try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
        while case let count = try file.read(into: chunk), count > 0 {
          var bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])[...]
          while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            rest.append(contentsOf: bytes[..<end])
            reader.take(rest, take)
            rest.removeAll(keepingCapacity: true)
            bytes = bytes[(end + 1)...]
          }
          rest.append(contentsOf: bytes)
        }
      }
    }
  }

  /// Takes a line.
  mutating func take(_ line: [UInt8], _ take: (TracedCall) -> Void) {
    // Most lines query an open file, without a path.
    if Self.isOfOpenFile(line) { return }
    let line = Substring(decoding: line, as: UTF8.self)
    guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")),
      let process = Int32(line[..<blank])
    else { return }
    var text = line[blank...].drop { $0 == " " }
    let mark = " <unfinished ...>"
    if text.hasSuffix(mark) {
      unfinished[process] = text.dropLast(mark.count)
      return
    }
    if text.hasPrefix("<... "), let resumed = text.firstRange(of: " resumed>") {
      guard let beginning = unfinished.removeValue(forKey: process) else { return }
      text = beginning + text[resumed.upperBound...]
    }
    if let call = TracedCall(text, of: process) { take(call) }
  }

  private static let emptyPath = Array(">, \"\", ".utf8)

  private static func isOfOpenFile(_ line: [UInt8]) -> Bool {
    // `4711  newfstatat(3</a>, "", …`
    guard let bracket = line.firstIndex(of: UInt8(ascii: ">")) else { return false }
    return line[bracket...].starts(with: emptyPath)
  }
}
