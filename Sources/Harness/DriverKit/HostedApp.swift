import DriverProtocol
import Glibc

/// An app as a driver hosts it: made from a fixture, moved by verbs.
///
///     @main struct CounterDriver: HostedApp {
///       static let driver = "counter-driver"
///       static let verbs = [
///         Verb<CounterDriver>("add") { app, arguments in
///           let amount = try arguments.integer("amount")
///           return Call { app.counter.add(amount) } outcome: { total, outcome in
///             outcome.fact("total", .integer(total))
///           }
///         }
///       ]
///       let counter: Counter
///       init(fixture: Arguments, directory: String) throws {
///         counter = try Counter(file: directory + "/counter")
///       }
///       static func main() { DriverKit.serve(CounterDriver.self) }
///     }
public protocol HostedApp {
  /// The driver's name, as in error messages.
  static var driver: String { get }
  /// All that the driver can do.
  static var verbs: [Verb<Self>] { get }
  /// Builds the fixture and starts the app.
  /// - Parameters:
  ///   - fixture: the scenario's `fixture`.
  ///   - directory: an empty directory of this run's own.
  init(fixture: Arguments, directory: String) throws
}

/// Something a story can do with an app.
public struct Verb<App>: Sendable {
  /// The word in scenarios.
  public let name: String
  let call: @Sendable (App, Arguments) throws -> Call

  /// A verb.
  /// - Parameters:
  ///   - name: the word in scenarios.
  ///   - call: reads arguments and builds inputs, anew for each repetition; not measured.
  public init(_ name: String, call: @escaping @Sendable (App, Arguments) throws -> Call) {
    self.name = name
    self.call = call
  }
}

/// One call of the app's core, ready to be made: its arguments are read, its inputs are built.
///
/// Only `body` is measured. What goes before (the verb's closure that returns this value) and
/// after (`outcome`) is the driver's share and stays out of the step's measurements.
public struct Call {
  let make: (inout Stopwatch, inout Outcome) throws -> Void

  /// A call, and what writes down its result.
  /// - Parameters:
  ///   - body: the core call alone.
  ///   - outcome: writes facts and digest of the result; not measured.
  public init<Result>(
    _ body: @escaping () throws -> Result,
    outcome: @escaping (Result, inout Outcome) throws -> Void
  ) {
    make = { stopwatch, written in
      let result = try stopwatch.measure(body)
      try outcome(result, &written)
    }
  }
}

/// An error that a scenario can expect by name: `expect: { error: already-lent }`.
public protocol CodedError: Error, CustomStringConvertible {
  /// Stable, lower case with hyphens.
  var code: String { get }
}

extension CodedError {
  /// ``codeOfCase``: an app's enumeration of errors gets its codes by conforming, without a list
  /// to keep.
  public var code: String { codeOfCase }

  /// The name of an enumeration's case in lower case with hyphens: `alreadyLent(by: "Bob")` is
  /// `already-lent`. Cases without values can't be asked for their names, since their text is
  /// their description: they are `error`, unless the driver names them.
  public var codeOfCase: String {
    guard let name = Mirror(reflecting: self).children.first?.label else { return "error" }
    return name.reduce(into: "") { code, letter in
      if letter.isUppercase { code += "-" }
      code += letter.lowercased()
    }
  }
}

/// Serves the driver protocol on standard input and output until `bye` or the end of input.
///
/// What the app prints on standard output goes to standard error instead, so that it can't break
/// the protocol.
///
/// Among the process's arguments, `--handicap 2%` makes it do so much more work than it is asked
/// for: every step of 50 repetitions calls the app's core once more, measured as the others. It
/// stands for a build that is slower by a known share, to try a harness on. Only steps whose calls
/// can be made once more without changing what later steps lead to stand it.
/// - Returns: never; the process exits with 0 after `bye`, with 1 where the harness went away, with
///   64 where the share is none.
public func serve<App: HostedApp>(_ app: App.Type) -> Never {
  let replies = dup(STDOUT_FILENO)
  dup2(STDERR_FILENO, STDOUT_FILENO)
  var input = LineReader(descriptor: STDIN_FILENO)
  var server: Server<App>
  do {
    server = Server(handicap: try Handicap(arguments: CommandLine.arguments))
  } catch {
    _ = write(Array("\(error)\n".utf8), to: STDERR_FILENO)
    exit(64)
  }
  while let line = input.next() {
    let (reply, isLast) = server.answer(line)
    guard let bytes = try? LineCodec.line(reply), write(bytes, to: replies) else { exit(1) }
    if isLast { exit(0) }
  }
  exit(1)
}

/// Returns whether all bytes were taken.
private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var sent = 0
  while sent < bytes.count {
    let count = bytes.withUnsafeBytes {
      Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent)
    }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    sent += count
  }
  return true
}

/// The outcome of one call: named facts, and a digest of everything that the caller would see.
///
/// The digest is 64-bit FxHash, as Firefox and rustc have it, over words of eight bytes: text and
/// bytes are cut into words, the last filled up with zeros, and followed by their length. It
/// guards against work left undone and against builds that answer differently, not against
/// forgery; by words rather than bytes, because the driver's share is to stay small.
public struct Outcome: Sendable, Equatable {
  /// Facts that a scenario may expect, such as `count: 5000`.
  public internal(set) var facts: [String: Scalar] = [:]
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  /// Sets the fact `count`.
  public mutating func count(_ count: Int) {
    fact("count", .integer(count))
  }

  /// Sets a fact, and mixes it into the digest.
  public mutating func fact(_ name: String, _ value: Scalar) {
    facts[name] = value
    mix(name)
    mix(value.description)
  }

  /// Mixes text into the digest, as UTF-8.
  public mutating func mix(_ text: String) {
    var text = text
    text.withUTF8 { mix(UnsafeRawBufferPointer($0)) }
  }

  /// Mixes a number into the digest.
  public mutating func mix(_ number: Int) {
    mix(word: UInt64(bitPattern: Int64(number)))
  }

  /// Mixes bytes into the digest.
  public mutating func mix(bytes: [UInt8]) {
    bytes.withUnsafeBytes { mix($0) }
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    if whole < bytes.count {
      mix(word: bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    mix(word: UInt64(bytes.count))
  }

  private mutating func mix(word: UInt64) {
    hash = ((hash << 5 | hash >> 59) ^ word) &* 0x517c_c1b7_2722_0a95
  }

  /// The digest so far: 16 hexadecimal digits.
  public var digest: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Starts the next repetition: facts anew, the digest goes on.
  mutating func nextRepetition() { facts = [:] }
}
