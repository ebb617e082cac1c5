import Foundation
import Glibc
import SystemPackage
import Testing

/// One of our HTTP servers in its own process.
public final class ServerProcess {
  /// Where it listens, such as `http://127.0.0.1:8080`.
  public let address: String
  private let process: StartedProcess
  private let output: FileDescriptor

  /// Starts a program that prints its address once it is ready, and waits for that.
  public init(
    _ program: String, _ words: [String], environment: [String: String] = [:],
    in folder: ScratchFolder
  ) throws {
    let pipe = try NamedPipe(folder["pipe-\(UUID())"])
    let output = try pipe.reader()
    let process = try StartedProcess(
      [
        "/bin/sh", "-c", #"pipe=$1; shift; exec "$@" > "$pipe""#, "sh", pipe.path.string,
        BuiltProducts.path(of: program).string,
      ] + words, environment: environment)
    (self.output, self.process) = (output, process)
    var pending: [UInt8] = []
    let line = try output.next(before: 10, &pending)
    if line == nil { process.send(SIGKILL) }
    let told = try #require(line, "\(process.errors)")
    address = String(decoding: told, as: UTF8.self)
  }

  /// Asks it to end, as Ctrl-C does, and waits until it has. After a minute it is killed, as its completion tells.
  public func stop() -> Completion {
    process.send(SIGINT)
    if !isGone(process.pid) { process.send(SIGKILL) }
    defer { try? output.close() }
    return process.completion()
  }

  /// Kills it, so that it can't clean up.
  public func kill() {
    process.send(SIGKILL)
    _ = process.completion()
    try? output.close()
  }
}
