import Dispatch
import TestSupport
import Testing

/// The built command line as users and CI see it: output, exit status, files.
@Suite(.tags(.endToEnd), .mayWait) struct EndToEndTests {}

/// Runs tests on threads of their own.
///
/// A test that waits for a process keeps its thread, and Swift has no more of them than there are CPUs,
/// for all tests together. So a third one would wait for the first to end, while the CPUs are idle.
private struct MayWait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == MayWait {
  fileprivate static var mayWait: Self { MayWait() }
}

/// As many threads as wait at once: a queue that has work to begin gets one more.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()
  private let queue = DispatchQueue(label: "tests that wait", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
