import Building
import Recording
import Running

/// Provides a session with what makes its runs. Processes are behind this protocol; tests return recorded
/// runs instead.
public protocol Executors: Sendable {
  /// A Boolean value indicating whether runs can be made at once, each on a core of its own.
  var haveTwoCores: Bool { get }

  /// Returns an executor for stories, each run alone, with a counter if any run counts instructions; watched
  /// runs record the machine's other activity.
  func alone(
    _ subject: ReplaySubject, counting: InstructionCounting?, isWatched: Bool
  ) throws -> any Executor

  /// Returns the maker of pairs. The runs of the stories in `alone` are made one after the other, for a reason; those
  /// in `inTurns` run in turns on all CPUs.
  func pairs(
    _ subject: ReplaySubject, alone: [String: Arrangement.Reason], inTurns: Set<String>
  ) throws -> PairBench

  /// Returns the maker of pairs whose drivers are profiled. The runs of the stories in `alone` are made one after the
  /// other, for a reason.
  func profiledPairs(
    _ subject: ReplaySubject, by profiler: Profiler, alone: [String: Arrangement.Reason]
  ) throws -> PairBench

  /// Returns what replays stories under a tracer; nil if no processes replay them.
  func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay?

  /// Replays a story, alone and free to use all CPUs: once, or three times if it seems to wait.
  func lookAtAlone(_ story: String, on build: String, _ subject: ReplaySubject) -> LoneLook

  /// Returns an executor for whole commands, with a counter if any run counts instructions; the machine's
  /// memory is in bytes.
  func commands(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    machineMemory: Int64
  ) throws -> any Executor

  /// Returns executors that stop for another reason, too.
  func stopping(by interruption: Interruption) -> any Executors

  /// Runs a command once without measuring it; a failure names it by the subject, for example `The setup`.
  /// - Throws: `RunFailure` if it failed.
  func once(_ words: [String], named subject: String, conditions: CommandConditions) throws
}

/// A look at a story that is replayed alone, before its pairs.
public struct LoneLook: Sendable {
  /// How it spends its time; nil if no process replayed it, or it failed.
  public var rhythm: Rhythm?
  /// The most memory of all its processes, bytes; nil in the same cases.
  public var peakMemory: Double?

  /// Returns what counts of both sides: the rhythm by which they are compared, and the larger peak.
  func beside(_ baseline: LoneLook, named build: String) -> LoneLook {
    var both = self
    if let own = rhythm, let other = baseline.rhythm {
      both.rhythm = own.beside(other, named: build)
    }
    both.peakMemory = [peakMemory, baseline.peakMemory].compactMap(\.self).max()
    return both
  }
}

/// The maker of pairs, which must be put away afterwards.
public struct PairBench {
  /// Makes the pairs.
  public let executor: any PairExecutor
  /// Puts away what the pairs needed.
  public let close: () -> Void
}
