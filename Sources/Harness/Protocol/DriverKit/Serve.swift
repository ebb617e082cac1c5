import DriverProtocol
import Glibc

/// Serves the driver protocol on standard input and output until `bye` or the end of input.
///
/// The app's output on standard output goes to standard error instead, and its standard input is empty, so that neither
/// it nor what it starts can break the protocol.
///
/// The argument `--handicap 2%` makes the process do 2 % more work than requested: every step of 50
/// repetitions calls the app's core once more, measured like the others. This simulates a build
/// that is slower by a known share, to test a harness. It only works for steps whose calls can be
/// repeated without changing the outcomes of later steps.
/// - Returns: never; the process exits with 0 after `bye`, with 1 if the harness went away, with 64
///   if the share is invalid.
public func serve<App: HostedApp>(_ app: App.Type) -> Never { serve { Server<App>(handicap: $0) } }

/// Serves the driver protocol for an app whose start is asynchronous; see the other `serve`.
///
/// To be called by the main thread, from a `main` that is not asynchronous itself: the app's work
/// for the main actor is done while a call is awaited.
public func serve<App: AsyncHostedApp>(_ app: App.Type) -> Never {
  serve { Server<App>(handicap: $0) }
}

private func serve<App>(_ makeServer: (Handicap) -> Server<App>) -> Never {
  let (requests, replies) = ownStreams()
  var input = LineReader(descriptor: requests)
  var server: Server<App>
  do {
    server = makeServer(try Handicap(arguments: CommandLine.arguments))
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

/// Moves requests and replies to descriptors that what the app starts does not inherit: it would wait for requests, or
/// take one.
private func ownStreams() -> (requests: Int32, replies: Int32) {
  let streams = (
    requests: fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3),
    replies: fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
  )
  let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
  dup2(nothing, STDIN_FILENO)
  close(nothing)
  dup2(STDERR_FILENO, STDOUT_FILENO)
  return streams
}

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
