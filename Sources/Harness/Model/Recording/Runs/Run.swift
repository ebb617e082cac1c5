import Foundation
import Metrics

/// One replay of one story by one fresh process.
public struct Run: Sendable, Equatable {
  /// Identifies the run permanently, in any store.
  public var id: UUID
  /// The purpose.
  public var kind: RunKind
  /// The build that was replayed.
  public var build: String
  /// The story.
  public var story: String
  /// The round, from 1. In each round every build replays every story once, and the builds' runs of one story
  /// are consecutive. Runs of one story and round form a pair.
  public var round: Int
  /// The layout of the build's code, from 1; the same for all runs of a round.
  public var layout: Int
  /// How it was scheduled with the other run of its pair; nil if it is not one of a pair.
  public var arrangement: Arrangement?
  /// The place in the order of execution, from 1.
  public var position: Int
  /// The number of the try of this story and round, from 1: disturbed runs may be repeated
  /// (``CountingTries``).
  public var attempt: Int
  /// The process, or nil if none was started.
  public var pid: Int32?
  /// When it began; nil in imports without that time.
  public var startedAt: Date?
  /// The ending.
  public var ending: Ending
  /// The completed steps, including those of prerequisite stories.
  public var steps: [StepRecord]
  /// The samples.
  public var timeline: Timeline
  /// A Boolean value indicating whether peak memory was reset for each step of the story; otherwise it is the
  /// greatest since the process began.
  public var peaksAreOfSteps: Bool
  /// A Boolean value indicating whether peak anonymous memory is exact only to the kernel's batches
  /// (``AnonymousPeak``).
  public var peakIsBatched: Bool
  /// How its processes could be watched, and what happened to them meanwhile.
  public var circumstances: RunCircumstances
  /// The memory that it held at the end of each cycle; nil if it made none.
  public var cycles: CycleSeries?
  /// The run's measurements, in base units; what was not measured is missing.
  public var measurements: [Metric: Double]
  /// The interference with it; nil if it was not recorded.
  public var interference: Interference?
  /// The CPU time of the story's own steps by call path; nil if it was not profiled.
  public var profile: Profile?
  /// The work of the functions in the story's own steps; nil if it was not counted.
  public var work: CallCounts?

  /// The ending of a run.
  public enum Ending: Sendable, Equatable {
    /// Every step had the expected outcome.
    case passed
    /// It failed. Indirect, because few do, and an experiment holds thousands of runs.
    indirect case failed(RunFailure)
  }

  /// A run; its id is random by default.
  public init(
    id: UUID? = nil, kind: RunKind = .solo, build: String, story: String, round: Int,
    layout: Int = 1, arrangement: Arrangement? = nil, position: Int, attempt: Int = 1,
    pid: Int32?, startedAt: Date?, ending: Ending, steps: [StepRecord], timeline: Timeline,
    peaksAreOfSteps: Bool = true, peakIsBatched: Bool = false,
    circumstances: RunCircumstances = RunCircumstances(), cycles: CycleSeries? = nil,
    measurements: [Metric: Double], interference: Interference? = nil
  ) {
    self.cycles = cycles
    self.id = id ?? Self.freshID
    self.kind = kind
    self.build = build
    self.story = story
    self.round = round
    self.layout = layout
    self.arrangement = arrangement
    self.position = position
    self.attempt = attempt
    self.pid = pid
    self.startedAt = startedAt
    self.ending = ending
    self.steps = steps
    self.timeline = timeline
    self.peaksAreOfSteps = peaksAreOfSteps
    self.peakIsBatched = peakIsBatched
    self.circumstances = circumstances
    self.measurements = measurements
    self.interference = interference
  }

  /// A random UUID of version 4. `UUID()` opens a file for each, which takes ten times as long, and
  /// `UUID.random(using:)` asks the kernel for every byte.
  private static var freshID: UUID {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
    return UUID(high: high, low: low)
  }

  /// The recorded time that it stands for: both runs of a pair share that of the pair, and pairs that were made at
  /// once share that of all. Nil if none was recorded.
  public var shareOfTime: Duration? {
    interference.map { .nanoseconds($0.observed) / (arrangement.map { 2 * $0.pairs } ?? 1) }
  }

  /// A Boolean value indicating whether the run passed; only such runs enter statistics.
  public var passed: Bool { ending == .passed }

  /// The reason why it failed, or nil.
  public var failure: RunFailure? {
    guard case .failed(let failure) = ending else { return nil }
    return failure
  }

  /// A Boolean value indicating whether both runs of its pair were made at once.
  public var isMadeAtOnce: Bool { isInTurns || kind == .duet }

  /// A Boolean value indicating whether its processes were held while the other side's ran.
  public var isInTurns: Bool { if case .gang = arrangement { true } else { false } }

  /// CPU time divided by elapsed time, percent of one CPU; nil if either was not measured.
  public var meanCPU: Double? {
    guard let cpu = measurements[.cpuTime], let wall = measurements[.wallTime], wall > 0 else {
      return nil
    }
    return 100 * cpu / wall
  }
}

extension Metric {
  /// The kinds of runs whose measurements of the metric count, the best first, for all tables, charts and
  /// verdicts.
  ///
  /// A pair that shares a CPU is sharpest for CPU time, but sees only half of the wall time.
  public var kinds: [RunKind] {
    switch ofDriver {
    case .peakAnonymousMemory: [.duet, .solo, .fixedAddresses]
    case .retainedBytes, .retainedBlocks: [.cycles]
    case _ where isAllocationCount: [.allocations, .duet, .solo]
    case _ where isPeakPart: [.allocations]
    case _ where needsRunAlone: [.solo, .duet]
    case _ where isInstructionCount: [.counted, .duet, .solo]
    default: [.duet, .solo]
    }
  }
}

extension UUID {
  /// The UUID of two halves, the first digits in `high`.
  public init(high: UInt64, low: UInt64) {
    self.init(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}
