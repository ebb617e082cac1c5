import DriverProtocol
import Glibc

/// Serves the driver protocol on standard input and output until `bye` or the end of input.
///
/// What the app prints on standard output goes to standard error instead, so that it can't break
/// the protocol.
/// - Returns: never; the process exits with 0 after `bye`, with 1 where the harness went away.
public func serve<App: HostedApp>(_ app: App.Type) -> Never {
  let replies = dup(STDOUT_FILENO)
  dup2(STDERR_FILENO, STDOUT_FILENO)
  var input = LineReader(descriptor: STDIN_FILENO)
  var server = Server<App>()
  while let line = input.next() {
    let (reply, isLast) = server.answer(line)
    guard let bytes = try? LineCodec.line(reply), write(bytes, to: replies) else { exit(1) }
    if isLast { exit(0) }
  }
  exit(1)
}

/// Whether all bytes were taken.
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
