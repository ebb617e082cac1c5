import Recording

extension Replay {
  /// Functions of an app that sorts, for profiles.
  public enum Functions {
    /// The driver's entry point.
    public static let main = ProfiledFunction(name: "main", module: "driver", kind: .app)
    /// A call of the app.
    public static let list = ProfiledFunction(
      name: "Inventory.list(matching:)", module: "Inventory", kind: .app)
    /// Another call of the app, made by `list`.
    public static let sort = ProfiledFunction(
      name: "Inventory.sorted(_:)", module: "Inventory", kind: .app)
    /// A function of the runtime.
    public static let retain = ProfiledFunction(
      name: "swift_retain", module: "libswiftCore.so", kind: .runtime)
    /// A function of a library.
    public static let read = ProfiledFunction(
      name: "sqlite3_step", module: "libsqlite3.so.0", kind: .library)
    /// A function of the kernel.
    public static let fault = ProfiledFunction(
      name: "handle_mm_fault", module: "kernel", kind: .kernel)
  }

  /// Profiles of some pairs, in which each sample stands for 0.1 ms. The baseline has 1,000 samples: 400 in
  /// reading, 300 in sorting, 200 in `swift_retain` below it, 60 in the kernel and 40 in the list itself.
  /// The candidate has 20 more in `swift_retain`. Both sides vary by some samples from pair to pair.
  public static func profiles(pairs: Int = 20) throws -> [Pair<Profile>] {
    try (0..<pairs).map { pair in
      func side(_ more: Int, _ swing: Int) throws -> Profile {
        var builder = ProfileBuilder()
        typealias F = Functions
        builder.add([F.main, F.list], samples: 40 + swing)
        builder.add([F.main, F.list, F.read], samples: 400 - swing)
        builder.add([F.main, F.list, F.read, F.fault], samples: 60 + swing)
        builder.add([F.main, F.list, F.sort], samples: 300 + 2 * swing)
        builder.add([F.main, F.list, F.sort, F.retain], samples: 200 + more - swing)
        return try builder.profile(samplePeriod: 100_000)
      }
      let (a, b) = (pair * 7 % 5 - 2, pair * 3 % 5 - 2)
      return Pair(baseline: try side(0, a), candidate: try side(20, b))
    }
  }
}
