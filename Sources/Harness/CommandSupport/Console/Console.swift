import Analysis
import Experimenting
import Exporting
import Foundation
import Glibc
import Reports
import SystemPackage
import Tables

/// Where results go (standard output), and everything else (standard error).
///
/// What is shown may quote anything: an app's last words, names of stories, a compiler. So all that
/// passes here is `PlainText`, but for the files that `export` writes.
public struct Console: Sendable {
  /// The choice of bold and colour in tables.
  public enum Color: String, CaseIterable, Sendable {
    /// On a terminal that has them.
    case auto
    /// Everywhere.
    case always
    /// Nowhere.
    case never
  }

  /// The style of tables.
  public let style: TextStyle
  /// How wide lines may be; nil for any width.
  public let width: Int?

  /// The console, with bold and colour as chosen.
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

  /// Prints a sentence of a result, in lines that the terminal does not break within words.
  public func print(sentence: String) throws {
    for line in LineWrap(PlainLine(sentence).description, width: width).lines { try print(line) }
  }

  /// Prints text that the module for it has made plain and styled.
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

  /// Writes on standard output. Whoever closes a pipe there has read enough: the rest is dropped, and
  /// what the program came to is still told by its status.
  /// - Throws: where it can't be written, as on a full disk: a lost result is a failure.
  public static func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes a file on standard output, as it is.
  /// - Throws: as of ``write(_:)-(String)``.
  public static func write(_ contents: [UInt8]) throws {
    if let errno = write(contents, on: STDOUT_FILENO), errno != .brokenPipe {
      throw FileNotWritten(path: "standard output", operation: "write", errno: errno)
    }
  }

  /// Tells the user something that is no result, in lines that a terminal does not break within
  /// words; what is indented is quoted, and stays as it is.
  public static func warn(_ text: String) {
    let width = width(STDERR_FILENO)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.isEmpty || line.hasPrefix(" ")
        ? [String(line)] : LineWrap(String(line), width: width).lines
    }
    tell(PlainText(lines.joined(separator: "\n")).description + "\n")
  }

  /// Writes on standard error, as it is. Where that is closed, full or a pipe that nobody reads,
  /// what was to be told is lost and all else goes on: there is nobody left to tell.
  public static func tell(_ text: String) { _ = write(Array(text.utf8), on: STDERR_FILENO) }

  /// Writes all of it, however little at a time; `FileHandle` would trap where it can't.
  /// - Returns: why not all of it could be written, or nil.
  private static func write(_ contents: [UInt8], on descriptor: Int32) -> Errno? {
    var left = contents[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        left = left.dropFirst(count)
      } else if errno == EAGAIN {
        // Whoever started this program made the stream one that does not wait.
        var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&writable, 1, -1)
      } else if errno != EINTR {
        return Errno(rawValue: errno)
      }
    }
    return nil
  }

  /// How wide lines may be: that of the terminal behind a descriptor, or what `COLUMNS` says of any other
  /// file; nil for any width.
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
