@_exported import enum DriverProtocol.Scalar

/// An app hosted by a driver: made from a fixture, controlled by verbs.
///
///     @main struct CounterDriver: HostedApp {
///       static let driver = "counter-driver"
///       static let verbs = [
///         Verb<CounterDriver>("add") { app, arguments in
///           let amount = try arguments.integer("amount")
///           return Call { app.counter.add(amount) } outcome: { total, outcome in
///             outcome.fact("total", total)
///           }
///         }
///       ]
///       let counter: Counter
///       init(fixture: Arguments, directory: String) throws {
///         counter = try Counter(file: directory + "/counter")
///       }
///       static func main() { DriverKit.serve(CounterDriver.self) }
///     }
public protocol HostedApp {
  /// The driver's name, used in error messages.
  static var driver: String { get }
  /// Everything that the driver can do.
  static var verbs: [Verb<Self>] { get }
  /// Builds the fixture and starts the app.
  /// - Parameters:
  ///   - fixture: the scenario's `fixture`.
  ///   - directory: an empty directory of this run's own.
  /// - Throws: any error; the run then fails with the error's words.
  init(fixture: Arguments, directory: String) throws
}

/// An app with an asynchronous start; otherwise a ``HostedApp``.
public protocol AsyncHostedApp {
  /// The driver's name, used in error messages.
  static var driver: String { get }
  /// Everything that the driver can do.
  static var verbs: [Verb<Self>] { get }
  /// Builds the fixture and starts the app.
  /// - Parameters:
  ///   - fixture: the scenario's `fixture`.
  ///   - directory: an empty directory of this run's own.
  /// - Throws: any error; the run then fails with the error's words.
  init(fixture: Arguments, directory: String) async throws
}

/// Something a story can do with an app.
public struct Verb<App>: Sendable {
  /// The word in scenarios.
  public let name: String
  /// Prepares a call: reads its arguments and builds its inputs. This is not measured.
  public let call: @Sendable (App, Arguments) throws -> Call

  /// Creates a verb.
  /// - Parameters:
  ///   - name: the word in scenarios.
  ///   - call: reads arguments and builds inputs, for each repetition again; not measured.
  public init(_ name: String, call: @escaping @Sendable (App, Arguments) throws -> Call) {
    self.name = name
    self.call = call
  }

  /// The same verb for an app of which this one is a part, so that several drivers can share verbs.
  public func on<Whole>(_ part: @escaping @Sendable (Whole) -> App) -> Verb<Whole> {
    Verb<Whole>(name) { [call] whole, arguments in try call(part(whole), arguments) }
  }
}

/// A prepared call of the app's core: its arguments are read, its inputs are built.
///
/// Only `body` is measured. What happens before (the verb's closure that returns this value) and
/// after (`outcome`) belongs to the driver, and is not part of the step's measurements.
public struct Call {
  let make: (inout Stopwatch, inout Outcome) throws -> Void

  /// Creates a call from the core call and how to report its result.
  /// - Parameters:
  ///   - body: only the core call.
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

  /// Creates an awaited call from the core call and how to report its result.
  ///
  /// CPU time is measured for all threads, and elapsed time from the beginning to the end of
  /// `body`, without the switch to its thread and back.
  /// - Parameters:
  ///   - body: only the core call.
  ///   - outcome: writes facts and digest of the result; not measured.
  public init<Result>(
    _ body: @escaping () async throws -> Result,
    outcome: @escaping (Result, inout Outcome) throws -> Void
  ) {
    make = { stopwatch, written in
      let before = stopwatch
      let (result, after) = try AsyncWork.result {
        var stopwatch = before
        let result = await stopwatch.measureAsync(body)
        return (result, stopwatch)
      }
      stopwatch = after
      try outcome(try result.get(), &written)
    }
  }
}
