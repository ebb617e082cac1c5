import DriverProtocol
import Recording
import Sampling
import Scenarios
import SystemPackage

/// A way to make both runs of a pair at once.
public enum PairStage {
  /// On one CPU, which the kernel gives to both in fine slices.
  case duet(DuetStage)
  /// The services of both sides on one CPU, and what sends their requests on the others. In this class; nil for the
  /// usual.
  case load(DuetStage, RealTimeClass?)
  /// On all CPUs, in turns: see ``GangTurns``. In this class; nil for the usual.
  case gang(RealTimeClass?)

  /// The stage of gangs in this class, by default the usual; nil if the kernel has no lists of children, without which
  /// not all processes could be held.
  public init?(gangIn realTime: RealTimeClass?) {
    guard ProcRoot().hasChildren else { return nil }
    self = .gang(realTime)
  }

  /// The stage for a story: who sends many users' requests may not wait for the services that it measures.
  func suited(to story: Story) -> PairStage {
    guard case .duet(let stage) = self, story.users != nil else { return self }
    return .load(stage, RealTimeClass())
  }

  /// The arrangement of a pair that is made now.
  var arrangement: Arrangement {
    switch self {
    case .duet(let stage): .duet(stage.sharedNow)
    case .load(let stage, let realTime):
      .load(
        cpu: stage.shared.cpu, crowding: stage.sharedNow.crowding,
        in: realTime == nil ? .usual : .realTime)
    case .gang(let realTime):
      .gang(turn: GangTurns.turn.nanoseconds, in: realTime == nil ? .usual : .realTime)
    }
  }

  /// The kind of the runs. In its turns a side of a gang has all CPUs, so it gives what a lone run gives, but for
  /// a time line.
  var kind: RunKind {
    switch self {
    case .duet, .load: .duet
    case .gang: .solo
    }
  }

  /// Decides who runs; nil if the kernel alone does. Users come when they are due, and mostly find their service idle.
  var pacing: (any PairPacing)? {
    switch self {
    case .duet(let stage): stage.ticker
    case .load: nil
    case .gang: GangTurns()
    }
  }

  /// A Boolean value indicating whether times include much waking: see ``AwakeCPUs``. The CPU of a duet is always busy.
  var keepsAwake: Bool {
    switch self {
    case .duet: false
    case .load, .gang: true
    }
  }

  var settings: [LaunchSetting] {
    switch self {
    case .duet(let stage): stage.settings
    case .load(_, let realTime), .gang(let realTime): Self.settings(in: realTime)
    }
  }

  /// The settings of services besides. A driver without them has the CPUs of this process.
  var settingsOfServices: [LaunchSetting] {
    if case .load(let stage, _) = self { [.cpu(stage.shared.cpu)] } else { [] }
  }

  /// The settings without which the pair means nothing; only those that were asked for can have been refused.
  var required: [LaunchSetting] {
    switch self {
    case .duet(let stage): [.cpu(stage.shared.cpu)]
    case .load, .gang: settings + settingsOfServices
    }
  }

  private static func settings(in realTime: RealTimeClass?) -> [LaunchSetting] {
    realTime == nil ? [] : [.realTime(RealTimeClass.priorityOfRuns)]
  }

  /// The factor by which a step may take longer than alone.
  var slowdown: Int {
    switch self {
    case .duet, .load: 2
    // Pauses come on top.
    case .gang: 3
    }
  }

  /// Keeps this process off the pair's CPU, or above its runs, during `body`.
  func makingWay<Result>(_ body: () -> Result) throws(RunFailure) -> Result {
    switch self {
    case .duet(let stage), .load(let stage, nil): return try leaving(stage, body)
    case .load(let stage, let realTime?):
      return try leaving(stage) {
        Swift.Result { () throws(RunFailure) in try entering(realTime, body) }
      }.get()
    case .gang(nil): return body()
    case .gang(let realTime?): return try entering(realTime, body)
    }
  }

  private func leaving<Result>(
    _ stage: DuetStage, _ body: () -> Result
  ) throws(RunFailure) -> Result {
    do throws(Errno) {
      return try stage.leavingCPU(body)
    } catch {
      throw .notMeasured("Rehearse could not leave a CPU to the pair: \(error).")
    }
  }

  private func entering<Result>(
    _ realTime: RealTimeClass, _ body: () -> Result
  ) throws(RunFailure) -> Result {
    do throws(Errno) { return try realTime.above(body) } catch { throw .classNotEntered(error) }
  }
}
