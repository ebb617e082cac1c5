import DriverProtocol
import Recording

/// Takes what a driver has counted itself, by the processor.
final class PerfStepCounter: StepCounter {
  let method = CountingMethod.perf

  func instructions(of reply: Reply) throws(RunFailure) -> Int64 {
    guard let count = reply.instructions, count >= 0 else {
      throw RunFailure(
        reason: .protocolBroken,
        message: """
          The driver gave no 'instructions' of a step with "counter":"perf". \
          '--instructions-by callgrind' takes drivers that can't count them so.
          """)
    }
    return count
  }
}
