import Costs
import ProcFS
import Recording
import SystemPackage

/// A way to make both runs of a pair at once.
public enum PairStage {
  /// On one CPU, which the kernel gives to both in fine slices.
  case duet(DuetStage)
  /// On all CPUs, in turns: see ``GangTurns``. In this class; nil for the usual.
  case gang(RealTimeClass?)
}

extension PairStage {
  /// The stage of gangs in this class, by default the usual; nil if the kernel has no lists of children, without which
  /// not all processes could be held.
  public init?(gangIn realTime: RealTimeClass?) {
    guard ProcRoot().hasChildren else { return nil }
    self = .gang(realTime)
  }

  var arrangement: Arrangement {
    switch self {
    case .duet(let stage): .duet(stage.shared)
    case .gang(let realTime):
      .gang(turn: GangTurns.turn.nanoseconds, in: realTime == nil ? .usual : .realTime)
    }
  }

  /// The kind of the runs. In its turns a side of a gang has all CPUs, so it gives what a lone run gives, but for
  /// a time line.
  var kind: RunKind {
    switch self {
    case .duet: .duet
    case .gang: .solo
    }
  }

  var pacing: any PairPacing {
    switch self {
    case .duet(let stage): stage.ticker
    case .gang: GangTurns()
    }
  }

  /// The settings of all processes.
  var settings: [LaunchSetting] {
    switch self {
    case .duet(let stage): stage.settings
    case .gang: required
    }
  }

  /// The settings without which the pair means nothing.
  var required: [LaunchSetting] {
    switch self {
    case .duet(let stage): [.cpu(stage.shared.cpu)]
    case .gang(let realTime):
      realTime == nil ? [] : [.realTime(RealTimeClass.priorityOfRuns)]
    }
  }

  /// The factor by which a step may take longer than alone.
  var slowdown: Int {
    switch self {
    case .duet: 2
    // Pauses come on top.
    case .gang: 3
    }
  }

  /// Keeps this process off the pair's CPU, or above its runs, during `body`.
  func makingWay<Result>(_ body: () -> Result) throws(RunFailure) -> Result {
    switch self {
    case .duet(let stage):
      do throws(Errno) { return try stage.leavingCPU(body) } catch { throw .cpuNotLeft(error) }
    case .gang(nil): return body()
    case .gang(let realTime?):
      do throws(Errno) { return try realTime.above(body) } catch { throw .classNotEntered(error) }
    }
  }
}
