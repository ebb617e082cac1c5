import Foundation
import Glibc
import NoteExchange
import SystemPackage
import TestSupport
import Testing

@testable import FieldNotes

/// A server in a process of its own, which ends with the value.
final class ServerProcess {
  let address: String
  let process: StartedProcess
  private let output: UnsafeMutablePointer<FILE>

  /// Starts one on a free port, and waits until it says that it can be asked.
  init(store: String, in folder: ScratchFolder, accounts: String = "alice:secret") throws {
    let pipe = folder.file("pipe-\(NoteID.random())")
    try #require(mkfifo(pipe, 0o600) == 0)
    process = try StartedProcess(
      [
        "/bin/sh", "-c", #"pipe=$1; shift; exec "$@" > "$pipe""#, "sh", pipe,
        BuiltProducts.path(of: "field-notes-server").string, "--store", store,
      ], environment: ["FIELD_NOTES_ACCOUNTS": accounts])
    output = try #require(fopen(pipe, "re"))
    var line = [CChar](repeating: 0, count: 100)
    let isTold = fgets(&line, Int32(line.count), output) != nil
    try #require(isTold, "\(process.errors)")
    let text = line.prefix { $0 != 0 && $0 != 10 }
    address = String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Ends it without a chance to tidy up.
  func kill() {
    process.send(SIGKILL)
    _ = process.completion()
    fclose(output)
  }

  func route(_ patience: HTTPRoute.Patience = .init()) throws -> HTTPRoute {
    try HTTPRoute(address, patience: patience)
  }
}

/// A server that answers each connection with the same bytes, and then ends it or leaves it open.
final class RudeServer: Sendable {
  let address: String
  private let listener: Int32

  init(_ answer: String, thenEnds: Bool) throws {
    let (socket, port) = try Self.bound()
    try #require(listen(socket, 8) == 0)
    (listener, address) = (socket, "http://127.0.0.1:\(port)")
    Thread.detachNewThread {
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.answer(answer, thenEnds: thenEnds, on: connection) }
      }
      close(socket)
    }
  }

  private static func answer(_ answer: String, thenEnds: Bool, on connection: Int32) {
    var request = [UInt8](repeating: 0, count: 1 << 16)
    _ = recv(connection, &request, request.count, 0)
    let bytes = Array(answer.utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    if thenEnds { shutdown(connection, Int32(SHUT_WR)) }
    // Until the client goes: what nobody has read when a connection is closed breaks it.
    while recv(connection, &request, request.count, 0) > 0 {}
    close(connection)
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A socket at a free port, to which nobody listens yet.
  static func bound() throws -> (socket: Int32, port: UInt16) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 ? getsockname(socket, address, &size) : -1
      }
    }
    try #require(status == 0)
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}
