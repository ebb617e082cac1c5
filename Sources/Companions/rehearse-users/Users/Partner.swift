import DriverProtocol
import Glibc

/// The other side of a pair, with which this one agrees when to begin.
final class Partner {
  /// The round of the run or the pair; 0 if runs are to have the same users in each.
  static var round: Int { variable("REHEARSE_ROUND").flatMap { Int($0) } ?? 0 }

  /// The time within which all users have to be answered; nil if nothing says so.
  let limit = variable("REHEARSE_LIMIT").flatMap { Int64($0) }.map { Duration.nanoseconds($0) }
  let isFirstSide: Bool
  private let descriptor: Int32
  private let other: Int32

  /// Opens the pipes; nil if this run is not in a pair.
  init?() throws(UserError) {
    guard let side = Self.variable("REHEARSE_SIDE"), let own = Self.variable("REHEARSE_OWN_PIPE"),
      let others = Self.variable("REHEARSE_OTHER_PIPE")
    else { return nil }
    isFirstSide = side == "0"
    // Opened for both, neither end waits for the other side to open it, too.
    descriptor = open(own, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    other = open(others, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 || other < 0 { throw .partnerGone }
  }

  deinit {
    close(descriptor)
    close(other)
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns when both sides begin, on the clock that both have: at the later of the moments that they propose.
  /// - Throws: ``UserError/partnerGone`` if the other proposes none in time.
  func agree(on moment: Duration) throws(UserError) -> Duration {
    let own = moment.nanoseconds
    let sent = withUnsafeBytes(of: own) { write(other, $0.baseAddress, $0.count) }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let patience = Int32(clamping: (limit ?? .seconds(60)).nanoseconds / 1_000_000)
    var others: Int64 = 0
    var ready: Int32
    repeat { ready = poll(&waiting, 1, patience) } while ready < 0 && errno == EINTR
    guard sent == MemoryLayout<Int64>.size, ready == 1,
      read(descriptor, &others, MemoryLayout<Int64>.size) == MemoryLayout<Int64>.size
    else { throw .partnerGone }
    return .nanoseconds(max(own, others))
  }
}
