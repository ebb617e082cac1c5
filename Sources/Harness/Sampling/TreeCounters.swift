/// What processes have used so far.
public struct TreeCounters: Sendable, Equatable {
  private var values: SIMD8<Int64>

  private init(values: SIMD8<Int64>) { self.values = values }

  /// Counters; all zero unless told otherwise.
  public init(
    cpu: Int64 = 0, minorFaults: Int64 = 0, majorFaults: Int64 = 0, storageRead: Int64 = 0,
    storageWritten: Int64 = 0
  ) {
    values = SIMD8(cpu, minorFaults, majorFaults, storageRead, storageWritten, 0, 0, 0)
  }

  /// CPU time, ns.
  public var cpu: Int64 { values[0] }
  /// Page faults without storage access.
  public var minorFaults: Int64 { values[1] }
  /// Page faults with storage access.
  public var majorFaults: Int64 { values[2] }
  /// Bytes fetched from storage.
  public var storageRead: Int64 { values[3] }
  /// Bytes of pages made dirty.
  public var storageWritten: Int64 { values[4] }

  /// Counters added one by one.
  public static func + (a: Self, b: Self) -> Self { Self(values: a.values &+ b.values) }
  /// Counters subtracted one by one.
  public static func - (a: Self, b: Self) -> Self { Self(values: a.values &- b.values) }

  /// The same, with zero in place of what is less.
  var orZero: Self { Self(values: pointwiseMax(values, .zero)) }
}
