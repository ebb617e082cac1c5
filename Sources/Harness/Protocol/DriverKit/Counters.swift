import CInstructionCounter
import CProcessorCounter
import Glibc

/// A counter of the instructions of core calls.
enum CallCounter {
  case none
  /// Callgrind, if the driver runs under it.
  case callgrind
  case processor(ProcessorCounter)

  /// A Boolean value indicating whether only the thread that marks a call's beginning and end is counted.
  var isOfCallingThread: Bool { if case .callgrind = self { true } else { false } }

  func begin() {
    switch self {
    case .none: break
    case .callgrind: InstructionCounter.toggle()
    case .processor(let counter): counter.start()
    }
  }

  func end() {
    switch self {
    case .none: break
    case .callgrind: InstructionCounter.toggle()
    case .processor(let counter): counter.stop()
    }
  }
}

/// Counts the instructions of core calls if the harness runs the driver under callgrind.
///
/// The thread that serves requests is counted only within core calls. Other threads belong to the
/// app, and are always counted. Each step starts a new count.
final class InstructionCounter {
  private var isStarted = false

  /// Begins a step.
  /// - Returns: whether there is a counter.
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

  /// Writes the step's count to a file for the harness.
  func endStep() { instruction_counter_write() }

  /// Toggles counting of the calling thread's instructions.
  static func toggle() { instruction_counter_toggle() }
}

/// Counts the instructions of all threads of this process while it is switched on, with the
/// processor's counters.
final class ProcessorCounter {
  /// One per thread; the calling thread's is the last.
  private var counters: [Int32] = []
  /// The first error from the kernel; 0 for none.
  private var error: Int32 = 0

  /// Opens a counter for each existing thread, which also counts the threads that it starts.
  /// - Throws: ``DriverError/notCounted(errno:)``.
  init(_ event: processor_event = processor_event_instructions()) throws(DriverError) {
    let own = processor_counter_own_thread()
    for thread in Self.threads.filter({ $0 != own }) + [own] {
      let counter = processor_counter_open(event, thread, false)
      if counter >= 0 {
        counters.append(counter)
      } else if counter != -ESRCH {  // It has ended meanwhile.
        counters.forEach { close($0) }
        throw .notCounted(errno: -counter)
      }
    }
  }

  deinit { counters.forEach { close($0) } }

  /// Resumes counting; the calling thread begins last.
  func start() { for counter in counters { note(processor_counter_start(counter)) } }

  /// Pauses counting; the calling thread stops first.
  func stop() { for counter in counters.reversed() { note(processor_counter_stop(counter)) } }

  /// Returns the count of all threads while it was on.
  /// - Throws: ``DriverError/notCounted(errno:)``, also if others used the processor's counters meanwhile.
  func count() throws(DriverError) -> Int64 {
    var sum: Int64 = 0
    for counter in counters {
      var count: UInt64 = 0
      note(processor_counter_read(counter, &count))
      sum += Int64(count)
    }
    guard error == 0 else { throw .notCounted(errno: error) }
    return sum
  }

  private func note(_ error: Int32) { if self.error == 0 { self.error = error } }

  private static var threads: [pid_t] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var threads: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let thread = pid_t(name) { threads.append(thread) }
    }
    return threads
  }
}
