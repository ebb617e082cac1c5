import Glibc

/// A server that does what is asked of it, and the client that asks. Each connection is a line and its
/// answer.
enum Service {
  /// Listens on a port of the loopback interface, says so, and answers until it is ended. `compute` is
  /// `factor` times the work that is asked for.
  static func serve(port: Int, factor: Int) -> Never {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = address(of: port)
    let isBound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listen(listener, 16) == 0 else { exit(71) }
    append("listening on \(port)\n", to: "/dev/stdout")
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { exit(71) }
      answer(connection, factor)
      close(connection)
    }
  }

  /// Asks a server for something, and returns its answer; nil where it gave none.
  static func ask(_ line: String, port: Int) -> String? {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = address(of: port)
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
    write(connection, line + "\n")
    let answer = read(connection)
    return answer.isEmpty ? nil : answer
  }

  private static func answer(_ connection: Int32, _ factor: Int) {
    let words = read(connection).split(separator: " ")
    let number = words.last.flatMap { Int($0) } ?? 0
    switch words.first {
    case "touch": touch(number << 20)
    case "burn": burn(number)
    case "compute": _ = compute(number * factor)
    case "spawn": _ = spawnSleeper()
    case "escape": _ = spawnEscapee()
    case "ignore": signal(SIGTERM, SIG_IGN)
    case "complain":
      append("out of luck\n", to: "/dev/stderr")
      exit(Int32(number))
    case "crash": crash(Int32(number))
    case "vanish":
      // Its end is reported late.
      kill(getppid(), SIGSTOP)
      crash(Int32(number))
    default: exit(64)
    }
    write(connection, "\(number)\n")
  }

  private static func address(of port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  /// What comes until a line feed or the end.
  private static func read(_ connection: Int32) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while Glibc.read(connection, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ connection: Int32, _ text: String) {
    _ = text.withCString { Glibc.send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
  }
}
