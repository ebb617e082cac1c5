import DriverProtocol

/// How often a thread left its CPU, from `/proc/PID/status`.
public struct ThreadSwitches: Equatable, Sendable {
  /// Because it waited.
  public let voluntary: Int64
  /// Because the scheduler took the CPU away.
  public let involuntary: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(SamplingError) {
    voluntary = try text.number(after: "voluntary_ctxt_switches:")
    involuntary = try text.number(after: "nonvoluntary_ctxt_switches:")
  }
}

extension ThreadTime {
  /// Parses `/proc/PID/schedstat`, which is of the first thread: its time on a CPU and its time of waiting for one, ns,
  /// and how often it got one. If that is 0, the kernel does not count.
  public init(_ text: ProcText) throws(SamplingError) {
    guard let numbers: InlineArray<3, Int64> = text.numbers(), numbers[2] > 0 else {
      throw .malformed(path: text.path, missing: "turns")
    }
    self.init(ran: numbers[0], waited: numbers[1])
  }
}

/// The system call in which a thread sleeps, from `/proc/PID/task/TID/syscall`. Only those who may
/// trace the process can read it.
public struct ThreadSystemCall: Equatable, Sendable {
  /// Its number; nil if the thread runs, or sleeps outside system calls.
  public let number: Int64?
  /// Its first argument, such as the descriptor to read from; hexadecimal after `0x`.
  public let first: String?

  /// Parses the file: `0 0x3 0x7ffd… …`, `-1 0x7ffd… …` or `running`.
  public init(_ text: ProcText) throws(SamplingError) {
    let words = text.lines.first?.split(separator: " ") ?? []
    guard let word = words.first else { throw .malformed(path: text.path, missing: "number") }
    guard word != "running", word != "-1" else {
      (number, first) = (nil, nil)
      return
    }
    guard let number = Int64(word), words.count > 1 else {
      throw .malformed(path: text.path, missing: "number")
    }
    (self.number, first) = (number, String(words[1]))
  }

  /// The descriptor that the thread reads from; nil if it does something else.
  public var readDescriptor: Int32? {
    number == Self.read ? first.flatMap { Int32($0.dropFirst("0x".count), radix: 16) } : nil
  }

  private static var read: Int64 {
    #if arch(x86_64)
      0
    #else
      63
    #endif
  }
}
