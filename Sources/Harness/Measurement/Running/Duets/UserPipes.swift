import DriverProtocol
import Glibc
import Recording
import SystemPackage

/// The pipes by which what sends the requests of a pair's sides agree when to begin.
final class UserPipes {
  private let folder: TemporaryDirectory
  private let round: Int
  private let limit: Duration

  /// The time after the limit for which a pair is still waited for: users come up to 5 s later than twice their time,
  /// and then the side that lacks answers says so itself.
  static let patience = Duration.seconds(10)

  /// Makes a pipe for each side of a round's pair, whose users have to be answered within a limit.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(round: Int, within limit: Duration) throws(RunFailure) {
    (self.round, self.limit) = (round, limit)
    folder = try TemporaryDirectory()
    for side in 0...1 where mkfifo(path(ofSide: side), 0o600) != 0 {
      let error = Errno(rawValue: errno)
      folder.remove()
      throw .noDirectory(in: TemporaryDirectory.parent, error)
    }
  }

  deinit { folder.remove() }

  private func path(ofSide side: Int) -> String { folder.path.appending("side-\(side)").string }

  /// The variables of a side's driver.
  func environment(ofSide side: Int) -> [String: String] {
    Self.environment(inRound: round).merging([
      "REHEARSE_SIDE": "\(side)", "REHEARSE_OWN_PIPE": path(ofSide: side),
      "REHEARSE_OTHER_PIPE": path(ofSide: 1 - side),
      "REHEARSE_LIMIT": "\(limit.nanoseconds)",
    ]) { own, _ in own }
  }

  /// The variables of a driver by which its users are those of a round, alone and in pairs.
  static func environment(inRound round: Int) -> [String: String] { ["REHEARSE_ROUND": "\(round)"] }
}
