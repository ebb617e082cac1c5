import Foundation

/// A lock that lets only one test at a time replay stories, across all processes: two at once would
/// disturb each other's measurements.
///
/// It is a lock on a file, which the system releases when its process ends, however that ends.
struct MeasuringTurn: Sendable {
  let file: String

  /// The lock shared by all tests of this user.
  static let ofThisUser = MeasuringTurn(
    file: FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-testing-\(getuid()).lock").path)

  /// Waits for the turn, measures, and releases it.
  /// - Throws: ``RehearsalError/noTurn(file:reason:)``, and errors of `body`.
  func taken<Result>(_ body: () async throws -> Result) async throws -> Result {
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw noTurn(errno) }
    // Closing it releases the lock.
    defer { close(descriptor) }
    // On its own thread: there are only as many of the tests' threads as CPUs, and the lock's holder needs one.
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
