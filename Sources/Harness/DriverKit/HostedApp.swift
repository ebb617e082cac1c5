/// An app as a driver hosts it: made from a fixture, moved by verbs.
///
///     @main struct CounterDriver: HostedApp {
///       static let driver = "counter-driver"
///       static let verbs = [
///         Verb<CounterDriver>("add") { app, arguments in
///           let amount = try arguments.integer("amount")
///           return Call { app.counter.add(amount) } outcome: { total, outcome in
///             outcome.fact("total", .integer(total))
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
  /// The driver's name, as in error messages.
  static var driver: String { get }
  /// All that the driver can do.
  static var verbs: [Verb<Self>] { get }
  /// Builds the fixture and starts the app.
  /// - Parameters:
  ///   - fixture: the scenario's `fixture`.
  ///   - directory: an empty directory of this run's own.
  init(fixture: Arguments, directory: String) throws
}

/// Something a story can do with an app.
public struct Verb<App>: Sendable {
  /// The word in scenarios.
  public let name: String
  let call: @Sendable (App, Arguments) throws -> Call

  /// A verb.
  /// - Parameters:
  ///   - name: the word in scenarios.
  ///   - call: reads arguments and builds inputs, anew for each repetition; not measured.
  public init(_ name: String, call: @escaping @Sendable (App, Arguments) throws -> Call) {
    self.name = name
    self.call = call
  }
}
