import CInstructionCounter

/// Counts the instructions of core calls, where the harness runs the driver under callgrind.
///
/// The thread that serves requests is counted within core calls alone. Other threads are the
/// app's, and counted all the time; from one step to the next the count begins anew.
final class InstructionCounter {
  private var isStarted = false

  /// Begins a step.
  /// - Returns: whether there is anything that counts.
  func beginStep() -> Bool {
    guard instruction_counter_is_there() else { return false }
    if !isStarted {
      instruction_counter_start()
      instruction_counter_toggle()
      isStarted = true
    }
    instruction_counter_reset()
    return true
  }

  /// Leaves the step's count to the harness, as a file.
  func endStep() { instruction_counter_write() }

  /// The calling thread's instructions count from here on, or, the next time, no more.
  static func toggle() { instruction_counter_toggle() }
}
