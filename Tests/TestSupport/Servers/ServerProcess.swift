import Foundation
import Glibc
import SystemPackage
import Testing

/// One of our HTTP servers in its own process.
public final class ServerProcess {
  /// Where it listens, such as `http://127.0.0.1:8080`.
  public let address: String
  private let process: StartedProcess
  private let output: UnsafeMutablePointer<FILE>

  /// Starts a program that prints its address once it is ready, and waits for that.
  public init(
    _ program: String, _ words: [String], environment: [String: String] = [:],
    in folder: ScratchFolder
  ) throws {
    let pipe = try NamedPipe(folder["pipe-\(UUID())"]).path.string
    process = try StartedProcess(
      [
        "/bin/sh", "-c", #"pipe=$1; shift; exec "$@" > "$pipe""#, "sh", pipe,
        BuiltProducts.path(of: program).string,
      ] + words, environment: environment)
    let opened = try #require(fopen(pipe, "re"))
    output = opened
    var line = [CChar](repeating: 0, count: 100)
    let isTold =
      FileDescriptor(rawValue: fileno(opened)).becomesReadable()
      && fgets(&line, Int32(line.count), opened) != nil
    try #require(isTold, "\(process.errors)")
    let text = line.prefix { $0 != 0 && $0 != 10 }
    address = String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Asks it to end, as Ctrl-C does, and waits until it has.
  public func stop() -> Completion {
    process.send(SIGINT)
    defer { fclose(output) }
    return process.completion()
  }

  /// Kills it, so that it can't clean up.
  public func kill() {
    process.send(SIGKILL)
    _ = process.completion()
    fclose(output)
  }
}
