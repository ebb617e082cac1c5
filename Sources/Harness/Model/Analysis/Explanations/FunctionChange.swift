import Recording

/// A function's change.
public struct FunctionChange: Sendable, Equatable {
  /// The function.
  public let function: ProfiledFunction
  /// The time in the function itself.
  public let own: CostChange
  /// The time in it and in all that it called.
  public let inclusive: CostChange
  /// The kind of change; nil if none is shown, or if its kind is unknown.
  public let kind: ChangeKind?
  /// The exact work of both sides, including functions that were inlined into it. Nil if it was not counted,
  /// or if the function itself was inlined: its work is then in its callers' counts.
  public var work: Pair<CallCounts.Count>?
  /// Boolean values indicating whether the compiler inlined it into a caller, on each side.
  public var isInlined = Pair(baseline: false, candidate: false)
  /// The part of its change with callees, ns per run, in itself and in the runtime, libraries and kernel that
  /// it calls, but not in shown functions of the app below it.
  public var attributed = 0.0
  /// A Boolean value indicating whether it is the driver's kit or a caller of it: above the measured call.
  public var isHarness = false
  /// Its average depth in the calls.
  public var depth = 0.0
  /// How often threads waited in it and in all that it called, per run; nil if that was not counted.
  public var waits: CostChange?
  /// The part of the change in waits that ``attributed`` is of the change in time.
  public var attributedWaits = 0.0

  /// A Boolean value indicating whether any change is shown: in its time, or in the number of waits.
  public var isShown: Bool { isTimeShown || waits?.isShown == true }

  /// A Boolean value indicating whether a change is shown in its own time or with callees.
  public var isTimeShown: Bool { own.isShown || inclusive.isShown }
}
