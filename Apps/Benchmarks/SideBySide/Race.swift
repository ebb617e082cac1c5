import Glibc

/// Two bodies that do the same, timed in turn, so that whatever the machine does meanwhile hits both.
package enum Race {
  /// Times both bodies in each round, in an order drawn anew.
  /// - Returns: nanoseconds, round by round.
  package static func times(
    rounds: Int, _ core: () throws -> Void, against peer: () throws -> Void
  ) rethrows -> (core: [UInt64], peer: [UInt64]) {
    var times: (core: [UInt64], peer: [UInt64]) = ([], [])
    if rounds > 1 {
      // The pages are read and the statements prepared before the first round.
      try core()
      try peer()
    }
    for _ in 0..<rounds {
      if Bool.random() {
        times.core.append(try time(core))
        times.peer.append(try time(peer))
      } else {
        times.peer.append(try time(peer))
        times.core.append(try time(core))
      }
    }
    return times
  }

  /// The time that a body takes, in nanoseconds.
  package static func time(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = nanoseconds()
    try body()
    return nanoseconds() - start
  }

  private static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The peer failed, or found something else.
package struct PeerFailure: Error, CustomStringConvertible {
  private let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  /// - Throws: for a code other than 0.
  package static func check(_ code: Int32) throws {
    guard code == 0 else { throw PeerFailure("the peer failed with code \(code)") }
  }
}
