import Recording

/// What changed in a function.
public struct FunctionChange: Sendable, Equatable {
  /// The function.
  public let function: ProfiledFunction
  /// The time in the function itself.
  public let own: CostChange
  /// The time in it and in all that it called.
  public let inclusive: CostChange
  /// The kind of change; nil where none is shown, or nothing tells it.
  public let kind: ChangeKind?
  /// The exact work of both sides, with that of functions that were inlined into it; nil where it was not
  /// counted, and where the function itself was inlined, whose work is in its callers' counts.
  public let work: Pair<CallCounts.Count>?
  /// Whether the compiler inlined it into a caller, on either side.
  public let isInlined: Pair<Bool>
  /// The part of its change with callees, ns a run, that lies in itself and in what it calls of the runtime, of
  /// libraries and of the kernel: not in functions of the app below it that are shown, too.
  public let attributed: Double
  /// Whether it is the driver's kit, or what calls that: above the measured call.
  public let isHarness: Bool
  /// How deep it lies in the calls, on average.
  public let depth: Double

  /// A Boolean value indicating whether anything of it is shown to have changed.
  public var isShown: Bool { own.isShown || inclusive.isShown }

  /// A change.
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
