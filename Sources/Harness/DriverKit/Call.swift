/// One call of the app's core, ready to be made: its arguments are read, its inputs are built.
///
/// Only `body` is measured. What goes before (the verb's closure that returns this value) and
/// after (`outcome`) is the driver's share and stays out of the step's figures.
public struct Call {
  let make: (inout Stopwatch, inout Outcome) throws -> Void

  /// A call and how to tell what it led to.
  /// - Parameters:
  ///   - body: the core call alone.
  ///   - outcome: writes facts and digest of the result; not measured.
  public init<Result>(
    _ body: @escaping () throws -> Result,
    outcome: @escaping (Result, inout Outcome) throws -> Void
  ) {
    make = { stopwatch, written in
      let result = try stopwatch.measure(body)
      try outcome(result, &written)
    }
  }
}
