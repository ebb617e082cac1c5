import Glibc
import SystemPackage

/// Reads the output of strace with `-f -o FILE`: one call per line, each with its process; a call
/// interrupted by another process's line takes two lines.
struct TraceReader {
  /// The beginnings of calls that have not returned, by process.
  private var unfinished: [Int32: Substring] = [:]
  /// The processes of which a thread has executed a program, whose result comes next.
  private var superseded: Set<Int32> = []

  /// Reads a trace from its beginning to its end. `take` receives each finished call, in the order of their ends, and
  /// what is needed to understand them.
  /// - Throws: `Errno` if the file can't be read.
  static func read(_ path: FilePath, take: (TraceEvent) -> Void) throws {
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
        reader.take(rest, take)
      }
    }
  }

  mutating func take(_ line: [UInt8], _ take: (TraceEvent) -> Void) {
    // Most lines query an open file, without a path.
    if line.isEmpty || Self.isOfOpenFile(line) { return }
    let line = Substring(decoding: line, as: UTF8.self)
    guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")),
      let process = Int32(line[..<blank])
    else { return take(.unread(String(line))) }
    var text = line[blank...].drop { $0 == " " }
    // A signal.
    if text.hasPrefix("---") { return }
    if text.hasPrefix("+++") { return end(process, text, take) }
    if text.hasPrefix("<... "), let resumed = text.firstRange(of: " resumed>") {
      guard let beginning = unfinished.removeValue(forKey: process) else {
        if superseded.remove(process) == nil { take(.unread(String(text))) }
        return
      }
      text = beginning + text[resumed.upperBound...]
    }
    if text.hasSuffix(Self.mark) {
      text = text.dropLast(Self.mark.count)
      unfinished[process] = text
      if TracedCall.starters.contains(text.prefix { $0 != "(" }) {
        take(.starting(process, isShared: text.contains("CLONE_FS")))
      }
      return
    }
    if text.hasSuffix(" ...>"),
      let change = text.firstMatch(of: /(.*) <pid changed to (\d+) \.\.\.>/),
      change.range.upperBound == text.endIndex, let leader = Int32(change.2)
    {
      return self.take(change.1, replacing: leader, take)
    }
    self.take(text, of: process, take)
  }

  private func take(_ text: Substring, of process: Int32, _ take: (TraceEvent) -> Void) {
    if let call = TracedCall(text, of: process) {
      take(.call(call))
    } else {
      take(.unread(String(text)))
    }
  }

  /// Takes the end of a process, or of all its threads but one that executes a program. The latter goes on under
  /// the process's number, and strace does not show the call's true result.
  private mutating func end(_ process: Int32, _ text: Substring, _ take: (TraceEvent) -> Void) {
    unfinished[process] = nil
    guard let words = text.firstMatch(of: /superseded by execve in pid (\d+)/),
      let thread = Int32(words.1)
    else { return take(.ended(process)) }
    superseded.insert(process)
    if let beginning = unfinished.removeValue(forKey: thread) {
      self.take(beginning, replacing: process, take)
    }
    take(.ended(thread))
  }

  /// Takes the beginning of a call by which a thread executed a program in place of its whole process.
  private func take(
    _ beginning: Substring, replacing process: Int32, _ take: (TraceEvent) -> Void
  ) {
    self.take(beginning + ") = 0", of: process, take)
  }

  private static let mark = " <unfinished ...>"
  private static let markBytes = Array(mark.utf8)
  private static let emptyPath = Array(">, \"\", ".utf8)
  private static let execution = Array("execveat(".utf8)

  private static func isOfOpenFile(_ line: [UInt8]) -> Bool {
    // `4711  newfstatat(3</a>, "", …`
    guard let bracket = line.firstIndex(of: UInt8(ascii: ">")),
      line[bracket...].starts(with: emptyPath)
    else { return false }
    // The rest of the call needs its beginning; a program may be executed by its descriptor.
    let name = line.drop { $0 <= UInt8(ascii: "9") }
    return !line.suffix(markBytes.count).elementsEqual(markBytes) && !name.starts(with: execution)
  }
}

enum TraceEvent {
  case call(TracedCall)
  /// A process is starting another, which may share its working folder.
  case starting(Int32, isShared: Bool)
  case ended(Int32)
  /// It can't be understood.
  case unread(String)
}
