import Foundation

/// A lock that lets stories be replayed for one test at a time, whatever process runs it: two at once
/// would measure each other.
///
/// It belongs to a file, and the system gives it back when its process ends, however that ends.
struct MeasuringTurn: Sendable {
  let file: String

  /// The lock that all tests of this user share.
  static let ofThisUser = MeasuringTurn(
    file: FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-testing-\(getuid()).lock").path)

  /// Waits for the turn, measures, and gives it on.
  /// - Throws: ``RehearsalError/noTurn(file:reason:)``, and what `body` does.
  func taken<Result>(_ body: () async throws -> Result) async throws -> Result {
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw noTurn(errno) }
    // Closing it gives the lock back.
    defer { close(descriptor) }
    // On a thread of its own: those of tests are as many as CPUs, and whoever has the turn needs one.
    let failure = await withCheckedContinuation { (taken: CheckedContinuation<Int32, Never>) in
      Thread.detachNewThread {
        var failure: Int32 = 0
        repeat { failure = flock(descriptor, LOCK_EX) == 0 ? 0 : errno } while failure == EINTR
        taken.resume(returning: failure)
      }
    }
    guard failure == 0 else { throw noTurn(failure) }
    return try await body()
  }

  private func noTurn(_ error: Int32) -> RehearsalError {
    .noTurn(file: file, reason: String(cString: strerror(error)))
  }
}
