import DriverKit
import DriverNetwork
import DriverProtocol
import FlyingSocks
import Foundation

/// This process as a device of its own: it takes its steps from another driver, by the drivers' protocol
/// over a port of the loopback.
struct DeviceProcess {
  /// The argument that asks for it; the port follows.
  static let argument = "--device"
  private let port: UInt16

  /// Nil where the arguments don't speak of it.
  /// - Throws: ``NoPort``.
  init?(arguments: [String]) throws {
    guard let place = arguments.firstIndex(of: Self.argument) else { return nil }
    let text = arguments.dropFirst(place + 1).first ?? ""
    guard let port = UInt16(text), port > 0 else { throw NoPort(text: text) }
    self.port = port
  }

  /// Waits for the driver, whose connection becomes standard input and output.
  func awaitDriver() throws {
    let listener = try Socket(domain: AF_INET)
    try listener.bind(to: .inet(ip4: "127.0.0.1", port: port))
    try listener.listen()
    let connection = try listener.accept().file.rawValue
    try listener.close()
    dup2(connection, STDIN_FILENO)
    dup2(connection, STDOUT_FILENO)
    close(connection)
  }
}

/// A device in a process of its own, as the driver sees it that leads it: a service of the scenario.
final class RemoteDevice {
  /// The service's name.
  let name: String
  private let socket: Socket
  private var replies: LineReader

  /// Connects to the service, and lets it begin.
  /// - Throws: ``NoService``, ``DeviceGone``, ``DeviceRefusal``.
  init(_ service: ServicePort, fixture: [String: Scalar]) throws {
    let socket: Socket
    do {
      socket = try Socket(domain: AF_INET)
      try socket.connect(to: .inet(ip4: "127.0.0.1", port: service.port))
    } catch {
      throw DeviceGone(name: service.name, reason: error.localizedDescription)
    }
    (name, self.socket) = (service.name, socket)
    replies = LineReader(descriptor: socket.file.rawValue)
    // The service works in an empty folder of its own.
    _ = try answer(Self.line(.prepare(fixture: fixture, directory: ".")))
  }

  deinit {
    // A service may end once the story is over. One that has gone already needs no farewell.
    if let line = try? Self.line(.bye) { try? send(line) }
    try? socket.close()
  }

  /// A step of the story, carried out over there. What it costs here is the wait; its own cost is the
  /// service's. It leads to the same facts; its digest is a part of the one here.
  func call(_ verb: String, _ arguments: Arguments) throws -> Call {
    let line = try Self.line(.step(verb: verb, arguments: arguments.values, repetitions: 1))
    return Call {
      try self.answer(line)
    } outcome: { reply, outcome in
      for (name, value) in (reply.outcome ?? [:]).sorted(by: { $0.key < $1.key }) {
        outcome.fact(name, value)
      }
      outcome.mix(reply.digest ?? "")
    }
  }

  private func answer(_ line: Data) throws -> Reply {
    let reply: Reply?
    do {
      try send(line)
      reply = try replies.next().map { try LineCodec.message(Reply.self, from: $0) }
    } catch {
      throw DeviceGone(name: name, reason: "\(error)")
    }
    guard let reply else { throw DeviceGone(name: name, reason: "it has ended") }
    if let refusal = reply.error {
      throw DeviceRefusal(code: refusal.code, description: refusal.message)
    }
    return reply
  }

  private func send(_ line: Data) throws {
    var index = line.startIndex
    while index < line.endIndex { index = try socket.write(line, from: index) }
  }

  private static func line(_ request: Request) throws -> Data { Data(try LineCodec.line(request)) }
}

/// What follows `--device` is no port.
struct NoPort: Error, CustomStringConvertible {
  let text: String

  var description: String {
    "'\(text)' behind \(DeviceProcess.argument) is no port; allowed: 1 to 65535."
  }
}

/// A device in a process of its own does not answer.
struct DeviceGone: CodedError {
  let name: String
  let reason: String

  var code: String { "device-gone" }

  var description: String { "The service '\(name)' does not answer as a device does: \(reason)." }
}

/// A refusal of a device in a process of its own, passed on.
struct DeviceRefusal: CodedError {
  let code: String
  let description: String
}
