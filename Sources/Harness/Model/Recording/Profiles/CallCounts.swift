/// The exact work of a story's functions: instructions and calls, as counted by callgrind.
public struct CallCounts: Sendable, Equatable, Codable {
  /// The functions; each once.
  public var functions: [Count]

  /// The work of one function.
  public struct Count: Sendable, Equatable, Codable {
    /// The function, as named in profiles.
    public var function: ProfiledFunction
    /// The instructions in the function itself.
    public var own: Int64
    /// The instructions in it and in all that it called; nil if functions call each other recursively, as the
    /// parts of an asynchronous function do, and so are counted several times.
    public var inclusive: Int64?
    /// The number of times that it was called.
    public var calls: Int64

    /// A count.
    public init(function: ProfiledFunction, own: Int64, inclusive: Int64?, calls: Int64) {
      self.function = function
      self.own = own
      self.inclusive = inclusive
      self.calls = calls
    }
  }

  /// The instructions of all functions; a `Double`, which can hold any count.
  public var instructions: Double { functions.reduce(0) { $0 + Double($1.own) } }

  /// Counts.
  public init(_ functions: [Count]) { self.functions = functions }
}
