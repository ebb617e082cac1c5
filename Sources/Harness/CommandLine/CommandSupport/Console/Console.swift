import Analysis
import Experimenting
import Exporting
import Foundation
import Glibc
import Reports
import SystemPackage
import Tables

/// Writes results to standard output, and everything else to standard error.
///
/// Output may quote anything: an app's last words, names of stories, a compiler. So all of it is made
/// `PlainText`, except the files that `export` writes.
public struct Console: Sendable {
  /// The use of bold and colour in tables.
  public enum Color: String, CaseIterable, Sendable {
    /// On a terminal that supports them.
    case auto
    case always
    case never
  }

  /// The style of tables.
  public let style: TextStyle
  /// The greatest length of lines; nil for any.
  public let width: Int?

  /// The console, with the chosen bold and colour.
  public init(color: Color) {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isPlain = environment["NO_COLOR"] != nil || environment["TERM"] == "dumb"
    style =
      switch color {
      case .always: .ansi
      case .never: .plain
      case .auto: isTerminal && !isPlain ? .ansi : .plain
      }
    width = Self.width(STDOUT_FILENO)
  }

  /// Prints a line of a result.
  public func print(_ text: String = "") throws {
    try Self.write(PlainText(text).description + "\n")
  }

  /// Prints a sentence of a result, wrapped between words.
  public func print(sentence: String) throws {
    for line in LineWrap(PlainLine(sentence).description, width: width).lines { try print(line) }
  }

  /// Prints text that its module has already made plain and styled.
  public func print(styled text: String) throws {
    try Self.write(PlainText(styled: text).description + "\n")
  }

  /// Prints a table and an empty line.
  public func print(_ table: Table) throws {
    try print(styled: TextTableRenderer(width: width, style: style).rendered(table))
  }

  /// Prints a value as JSON.
  public func print(json value: some Encodable) throws {
    try Self.write(PrintedJSON.text(value) + "\n")
  }

  /// Writes to standard output. If a pipe is closed, its reader has read enough: the rest is dropped, and
  /// only the exit status reports the outcome.
  /// - Throws: an error if it can't be written, for example on a full disk: a lost result is a failure.
  public static func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes a file to standard output, unchanged.
  /// - Throws: see ``write(_:)-(String)``.
  public static func write(_ contents: [UInt8]) throws {
    if let errno = write(contents, on: STDOUT_FILENO), errno != .brokenPipe {
      throw OutputError.notWritten("standard output", operation: "write", errno)
    }
  }

  /// Reports something that is no result to the user, wrapped between words; indented lines are quotes, and
  /// stay unchanged.
  public static func warn(_ text: String) {
    let width = width(STDERR_FILENO)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.isEmpty || line.hasPrefix(" ")
        ? [String(line)] : LineWrap(String(line), width: width).lines
    }
    tell(PlainText(lines.joined(separator: "\n")).description + "\n")
  }

  /// Writes to standard error, unchanged. If that is closed, full or an unread pipe, the text is lost and
  /// everything else continues: there is nobody to tell.
  public static func tell(_ text: String) { _ = write(Array(text.utf8), on: STDERR_FILENO) }

  /// Writes everything, however little at a time; `FileHandle` would trap on failure.
  /// - Returns: why not everything could be written, or nil.
  private static func write(_ contents: [UInt8], on descriptor: Int32) -> Errno? {
    var left = contents[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        left = left.dropFirst(count)
      } else if errno == EAGAIN {
        // The program's starter made the stream non-blocking.
        var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&writable, 1, -1)
      } else if errno != EINTR {
        return Errno(rawValue: errno)
      }
    }
    return nil
  }

  /// The greatest length of lines: that of the terminal behind a descriptor, or `COLUMNS` for any other file;
  /// nil for any.
  private static func width(_ descriptor: Int32) -> Int? {
    isatty(descriptor) == 1
      ? terminalWidth(descriptor)
      : ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
  }

  /// The width of the terminal behind a descriptor, or nil.
  public static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
