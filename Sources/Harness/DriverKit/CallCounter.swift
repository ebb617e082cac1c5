/// What counts the instructions of core calls.
enum CallCounter {
  /// Nothing.
  case none
  /// Callgrind, under which the driver runs.
  case callgrind
  /// The processor.
  case processor(ProcessorCounter)

  /// A core call begins.
  func begin() {
    switch self {
    case .none: break
    case .callgrind: InstructionCounter.toggle()
    case .processor(let counter): counter.start()
    }
  }

  /// A core call has ended.
  func end() {
    switch self {
    case .none: break
    case .callgrind: InstructionCounter.toggle()
    case .processor(let counter): counter.stop()
    }
  }
}
