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
  public let work: Pair<CallCounts.Count>?
  /// Boolean values indicating whether the compiler inlined it into a caller, on each side.
  public let isInlined: Pair<Bool>
  /// The part of its change with callees, ns per run, in itself and in the runtime, libraries and kernel that
  /// it calls, but not in shown functions of the app below it.
  public let attributed: Double
  /// A Boolean value indicating whether it is the driver's kit or a caller of it: above the measured call.
  public let isHarness: Bool
  /// Its average depth in the calls.
  public let depth: Double

  /// A Boolean value indicating whether any change is shown, in its own time or with callees.
  public var isShown: Bool { own.isShown || inclusive.isShown }

  /// Creates a change.
  public init(
    function: ProfiledFunction, own: CostChange, inclusive: CostChange, kind: ChangeKind?,
    work: Pair<CallCounts.Count>? = nil,
    isInlined: Pair<Bool> = Pair(baseline: false, candidate: false), attributed: Double = 0,
    isHarness: Bool = false, depth: Double = 0
  ) {
    self.attributed = attributed
    self.isHarness = isHarness
    self.depth = depth
    self.function = function
    self.isInlined = isInlined
    self.own = own
    self.inclusive = inclusive
    self.kind = kind
    self.work = work
  }
}
