import Analysis
import CKernelProbes
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
struct Console: Sendable {
  /// The choice of bold and colour in tables.
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  let style: TextStyle
  let width: Int?

  init(color: Color) {
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
  func print(_ text: String = "") throws { try Self.write(PlainText(text).description + "\n") }

  /// Prints a sentence of a result, in lines that the terminal does not break within words.
  func print(sentence: String) throws {
    for line in LineWrap(PlainLine(sentence).description, width: width).lines { try print(line) }
  }

  /// Prints text that the module for it has made plain and styled.
  func print(styled text: String) throws {
    try Self.write(PlainText(styled: text).description + "\n")
  }

  /// Prints a table and an empty line.
  func print(_ table: Table) throws {
    try print(styled: TextTableRenderer(width: width, style: style).rendered(table))
  }

  /// Prints a value as JSON.
  func print(json value: some Encodable) throws { try Self.write(PrintedJSON.text(value) + "\n") }

  /// Writes on standard output. Whoever closes a pipe there has read enough: the rest is dropped, and
  /// what the program came to is still told by its status.
  /// - Throws: where it can't be written, as on a full disk: a lost result is a failure.
  static func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes a file on standard output, as it is.
  /// - Throws: as of ``write(_:)-(String)``.
  static func write(_ contents: [UInt8]) throws {
    if let errno = write(contents, on: STDOUT_FILENO), errno != .brokenPipe {
      throw FileNotWritten(path: "standard output", operation: "write", errno: errno)
    }
  }

  /// Tells the user something that is no result, in lines that a terminal does not break within
  /// words; what is indented is quoted, and stays as it is.
  static func warn(_ text: String) {
    let width = width(STDERR_FILENO)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.isEmpty || line.hasPrefix(" ")
        ? [String(line)] : LineWrap(String(line), width: width).lines
    }
    tell(PlainText(lines.joined(separator: "\n")).description + "\n")
  }

  /// Writes on standard error, as it is. Where that is closed, full or a pipe that nobody reads,
  /// what was to be told is lost and all else goes on: there is nobody left to tell.
  static func tell(_ text: String) { _ = write(Array(text.utf8), on: STDERR_FILENO) }

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
  static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// The traits of its process that a program can't choose, set right before anything
/// else happens.
enum Startup {
  /// To be called first of all.
  /// - Throws: ``SystemCallRefused``, and ``Refusal`` for a `TMPDIR` that can't be used.
  static func prepare() throws {
    openStreams()
    resetSignals()
    try tryNeededCalls()
    try checkTemporaryFolder()
  }

  /// A relative one would be another folder for each app that works in a folder of its own. An empty one is
  /// none.
  private static func checkTemporaryFolder() throws(Refusal) {
    guard let folder = ProcessInfo.processInfo.environment["TMPDIR"] else { return }
    if folder.isEmpty { unsetenv("TMPDIR") }
    guard folder.isEmpty || folder.hasPrefix("/") else {
      throw Refusal.relativeTemporaryFolder(folder)
    }
  }

  /// Opens those of the three standard streams that are closed: the next file to be opened, a store
  /// perhaps, would be one of them else, and warnings would be written into it.
  ///
  /// Each for what it is not used for, so that results are not lost without a word.
  private static func openStreams() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest number that is free, which is this stream's.
      guard open("/dev/null", mode) == stream else { _exit(Outcome.toolFailed.exitCode) }
    }
  }

  /// A broken pipe is an error that writing tells, no end of the program. Children are waited for,
  /// which a parent that ignores SIGCHLD, or holds it back, has switched off for us too.
  private static func resetSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
    var child = sigset_t()
    sigemptyset(&child)
    sigaddset(&child, SIGCHLD)
    sigprocmask(SIG_UNBLOCK, &child, nil)
  }

  /// Tries what a sandbox may forbid and nothing here can do without: Swift's libraries trap at a
  /// refusal, and who can't wait for a process waits for ever.
  private static func tryNeededCalls() throws(SystemCallRefused) {
    var name: UnsafePointer<CChar>?
    let error = kernel_probe_needed_calls(&name)
    guard error != 0, let name else { return }
    throw SystemCallRefused(name: String(cString: name), errno: Errno(rawValue: error))
  }
}

/// The system refuses a call that Rehearse can't do without.
struct SystemCallRefused: Error, CustomStringConvertible {
  let name: String
  let errno: Errno

  /// The refusal, and its probable cause.
  var description: String {
    "The system refused the call \(name): \(errno). Rehearse can't do without it; where a sandbox "
      + "(seccomp) forbids it, as in a container, allow it there."
  }
}
