import DriverProtocol
import Glibc
import Recording
import Sampling
import SystemPackage

/// Requests and replies. A request is begun and then advanced as far as the pipes allow until its
/// reply arrives, so one thread can ask two drivers at once.
extension DriverProcess {
  struct Exchange {
    fileprivate var unsent: ArraySlice<UInt8>
    fileprivate let limit: Duration
    fileprivate let deadline: Int64
  }

  /// The number of bytes of the request that are still to be sent.
  var unsent: Int { exchange?.unsent.count ?? 0 }

  /// The longest line a driver may write, bytes.
  private static let longestLine = 1 << 20

  /// Sends a request and reads the reply, both together within the limit.
  /// - Throws: `RunFailure`; the process may still run.
  func ask(_ request: Request, within limit: Duration) throws(RunFailure) -> Reply {
    try begin(request, within: limit)
    return try awaitReply()
  }

  /// Sends a line, which is a request with its line feed, and reads the reply, both together within the limit.
  /// - Throws: `RunFailure`; the process may still run.
  func ask(line: [UInt8], within limit: Duration) throws(RunFailure) -> Reply {
    try begin(line: line, within: limit)
    return try awaitReply()
  }

  private func awaitReply() throws(RunFailure) -> Reply {
    while true {
      let ready = try Self.ready([self], unless: interruption)
      if let reply = try proceed(ready) { return reply }
    }
  }

  /// Begins a request; ``proceed(_:)`` sends it and gives the reply, both together within the limit.
  /// - Throws: `RunFailure`; the process may still run.
  func begin(_ request: Request, within limit: Duration) throws(RunFailure) {
    try begin(line: Self.line(request), within: limit)
  }

  static func line(_ request: Request) throws(RunFailure) -> [UInt8] {
    do {
      return try LineCodec.line(request)
    } catch {
      throw .requestNotSent(error)
    }
  }

  private func begin(line: [UInt8], within limit: Duration) throws(RunFailure) {
    try refuseStrayLines()
    exchange = Exchange(
      unsent: line[...], limit: limit, deadline: MonotonicClock.now + limit.nanoseconds)
  }

  /// Waits until one of the drivers can be advanced, one of them has run out of time, or this moment.
  /// - Returns: the ready descriptors of all drivers.
  /// - Throws: `RunFailure` with the reason `interrupted`.
  static func ready(
    _ drivers: [DriverProcess], unless interruption: Interruption, until moment: Int64? = nil
  ) throws(RunFailure) -> [FileDescriptor] {
    var reading = [interruption.descriptor]
    var writing: [FileDescriptor] = []
    var deadline = moment ?? .max
    for driver in drivers {
      if driver.errorIsOpen { reading.append(driver.streams.error) }
      reading += driver.services?.endings ?? []
      guard let exchange = driver.exchange else { continue }
      deadline = min(deadline, exchange.deadline)
      if exchange.unsent.isEmpty {
        reading.append(driver.streams.output)
      } else {
        writing.append(driver.streams.input)
      }
    }
    let left = max(0, deadline - MonotonicClock.now)
    let ready = wait(for: reading, writing: writing, nanoseconds: left)
    if ready.contains(interruption.descriptor) { throw .interrupted }
    return ready
  }

  /// Advances the request that was begun.
  /// - Returns: the reply, or nil if there is none yet.
  /// - Throws: `RunFailure`; the process may still run.
  func proceed(_ ready: [FileDescriptor]) throws(RunFailure) -> Reply? {
    readErrors(ready)
    try services?.check(ready)
    guard let exchange else { return nil }
    if exchange.unsent.isEmpty {
      if ready.contains(streams.output), !output.fill(from: streams.output) {
        throw ending(closing: "standard output")
      }
      if let line = try line() {
        self.exchange = nil
        return try reply(from: line)
      }
    } else if ready.contains(streams.input) {
      try send()
    }
    if MonotonicClock.now >= exchange.deadline {
      throw .noAnswer(
        within: exchange.limit,
        DriverSilence(
          of: pid, input: streams.input, isSent: self.exchange?.unsent.isEmpty != false,
          rest: output.rest))
    }
    return nil
  }

  /// Sends no more than a pipe with room is sure to take, so that writing never blocks.
  private func send() throws(RunFailure) {
    guard let part = exchange?.unsent.prefix(Int(PIPE_BUF)) else { return }
    do {
      let sent = try part.withUnsafeBytes { try streams.input.write($0) }
      exchange?.unsent.removeFirst(sent)
    } catch Errno.brokenPipe {
      throw ending(closing: "standard input")
    } catch {
      throw .requestNotSent(error)
    }
  }

  /// The next line without its line feed, or nil if it is incomplete.
  private func line() throws(RunFailure) -> [UInt8]? {
    if let line = output.next() { return line }
    if let rest = output.rest, rest.count > Self.longestLine {
      throw .endlessLine(rest, above: Self.longestLine)
    }
    return nil
  }

  private func reply(from line: [UInt8]) throws(RunFailure) -> Reply {
    do {
      return try LineCodec.message(Reply.self, from: line)
    } catch {
      throw .noReply(line, error.reason)
    }
  }

  /// Refuses lines written after the last reply: they would be taken for the next one.
  func refuseStrayLines() throws(RunFailure) {
    if wait(for: [streams.output], milliseconds: 0).contains(streams.output) {
      _ = output.fill(from: streams.output)
    }
    try refuse(output.next() ?? output.rest)
  }

  /// Refuses a line that no request asked for.
  func refuse(_ stray: [UInt8]?) throws(RunFailure) {
    guard let line = stray?.prefix(while: { $0 != UInt8(ascii: "\n") }) else { return }
    throw .strayLine(Array(line))
  }
}
