public import SeededRandom

/// What a process holds at the end of each of its cycles, made up: healthy apps, and apps that leak.
public enum MemoryPattern: String, Sendable, CaseIterable {
  // Healthy: each comes to rest, or back, within half of the cycles.
  case sawtooth, boundedCache = "bounded cache", doublingTable = "doubling table"
  case lazyStart = "lazy start", pool, threadStart = "thread start", trim
  case logRotation = "log rotation"
  // Leaks.
  case oneObject = "one object a cycle", oneInHundred = "one object in 100 cycles"
  case growingArray = "growing array", retainCycle = "retain cycle"
  case forgottenObserver = "forgotten observer"

  /// Those that hold no more in the end than they need.
  public static let healthy = Array(allCases.prefix(8))
  /// Those that hold more with each cycle, or now and then.
  public static let leaks = Array(allCases.dropFirst(8))

  /// What is held at the end of each of `count` cycles, those of warm-up included, bytes. A healthy
  /// one takes about `reach` cycles at most until it rests or comes back; lazy start, pool and
  /// thread start are drawn without it. A value may be off by `jitter` bytes: times as texts,
  /// answers of a server.
  public func bytes(
    cycles count: Int, reach: Int, jitter: Int, _ random: inout SplitMix64
  ) -> [Int64] {
    let size = 16 * (1 + random.below(256))
    let small = 16 * (1 + random.below(3))
    let when = 1 + random.below(count)
    let offset = random.below(100)
    let period = 2 + random.below(max(1, reach - 1))
    let phase = random.below(period)
    let starts = (0..<6).map { _ in 1 + random.below(count) }
    var (held, next, most) = (0, period, 0)
    return (1...count).map { cycle in
      var bytes = 0
      switch self {
      case .sawtooth: bytes = size * ((cycle + phase) % period)
      case .boundedCache: bytes = size * min(cycle, period)
      case .doublingTable: bytes = size * Self.capacity(min(cycle, period))
      case .lazyStart: bytes = cycle >= when ? 64 * size : 0
      case .pool:
        most = max(most, 1 + random.below(8))
        bytes = 4096 * most
      case .threadStart: bytes = 304 * starts.count { cycle >= $0 }
      case .trim:
        held += size
        if cycle == next { (held, next) = (0, cycle + 1 + random.below(max(1, reach / 2))) }
        bytes = held
      case .logRotation:
        held += 40 + random.below(120)
        if held > 80 * period { held = 0 }
        bytes = held
      case .oneObject: bytes = small * cycle
      case .oneInHundred: bytes = small * ((cycle + offset) / 100)
      case .growingArray: bytes = 32 + 8 * Self.capacity(cycle)
      case .retainCycle: bytes = 2 * small * cycle
      case .forgottenObserver: bytes = 32 * cycle + 32 + 16 * Self.capacity(cycle)
      }
      return Int64(1_000_000 + bytes + (jitter > 0 ? random.below(jitter + 1) : 0))
    }
  }

  /// The least power of two that holds so many, as an array's room grows.
  private static func capacity(_ count: Int) -> Int {
    var room = 2
    while room < count { room *= 2 }
    return room
  }
}
