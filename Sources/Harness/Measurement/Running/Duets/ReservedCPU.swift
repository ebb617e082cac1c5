import Glibc
import Sampling
import SystemPackage

/// The CPU on which this process measures, reserved so that no other Rehearse on this machine
/// measures there meanwhile.
///
/// It is reserved by a socket name in the kernel's own namespace ("abstract"), which all users see.
/// The name is free again as soon as the process ends, however it ends. Containers with their own
/// network don't see each other's names.
public final class ReservedCPU: Sendable {
  let cpu: Int
  /// A Boolean value indicating whether another Rehearse held it before, because none was free.
  let isShared: Bool
  private let socket: FileDescriptor?
  private let prefix: String

  /// This process's CPUs, reserved when first asked for; nil if the CPUs on which it may run are unknown.
  static let own = (try? CPUAffinity()).flatMap { ReservedCPU(among: $0.cpus) }

  /// Takes the last free CPU, because devices mostly interrupt the first; if none is free, the last; nil if there are
  /// no CPUs. The names that reserve CPUs start with the prefix.
  init?(among cpus: [Int], prefix: String = "rehearse-cpu-") {
    guard let last = cpus.last else { return nil }
    self.prefix = prefix
    for cpu in cpus.reversed() {
      switch Result(catching: { () throws(Errno) in try Self.hold("\(prefix)\(cpu)") }) {
      case .success(let held):
        // Those who shared it with a holder may still measure there when that has ended.
        if Self.guests(of: "\(prefix)\(cpu)").contains(where: Self.isHeld) {
          try? held.close()
          continue
        }
        (self.cpu, socket, isShared) = (cpu, held, false)
        return
      case .failure(.addressInUse): continue
      case .failure:
        // Without such sockets this can't be known.
        (self.cpu, socket, isShared) = (last, nil, false)
        return
      }
    }
    var guest: FileDescriptor?
    for name in Self.guests(of: "\(prefix)\(last)") where guest == nil {
      guest = try? Self.hold(name)
    }
    (cpu, socket, isShared) = (last, guest, true)
  }

  /// The names of those who share a CPU that another holds; more than these are not noticed.
  private static func guests(of name: String) -> [String] { (1...8).map { "\(name)+\($0)" } }

  /// A Boolean value indicating whether another Rehearse uses the CPU, too: its first holder, or one that came later
  /// because none was free.
  var isCrowded: Bool {
    isShared || socket != nil && Self.guests(of: "\(prefix)\(cpu)").contains(where: Self.isHeld)
  }

  deinit { try? socket?.close() }

  /// Takes one of these CPUs for what runs at the same time: on another core, for threads of one core slow each other
  /// down, and as fast. Nil if there is none on which no Rehearse measures.
  ///
  /// It has a name of its own: another Rehearse may take it as its first CPU, and ``leavesFree(_:)`` tells.
  func second(among cpus: [Int]) -> ReservedCPU? {
    let held = heldByOthers(among: cpus)
    let free = Self.besides(cpu, among: cpus, core: CPUAffinity.sharingCore(of: cpu)).filter {
      !held.contains($0) && CPUAffinity.areAlike($0, cpu)
    }
    guard !isShared, let second = ReservedCPU(among: free, prefix: "\(prefix)second-"),
      !second.isShared
    else { return nil }
    return second
  }

  /// Returns whether no other Rehearse has taken a second CPU as its first.
  func leavesFree(_ second: Int) -> Bool { heldByOthers(among: [second]).isEmpty }

  /// A Boolean value indicating whether this process can reserve a second CPU.
  public static var haveSecond: Bool {
    guard let cpus = try? CPUAffinity().cpus else { return false }
    return own?.second(among: cpus) != nil
  }

  /// The CPUs that are not on the same core; if the cores are unknown, each CPU counts as one.
  static func besides(_ cpu: Int, among cpus: [Int], core: ProcessorList?) -> [Int] {
    cpus.filter { $0 != cpu && core?.contains($0) != true }
  }

  /// The other CPUs that another Rehearse holds now.
  func heldByOthers(among cpus: [Int]) -> Set<Int> {
    Set(cpus.filter { $0 != cpu && Self.isHeld("\(prefix)\($0)") })
  }

  private static func hold(_ name: String) throws(Errno) -> FileDescriptor {
    try socket { descriptor in Self.address(name) { bind(descriptor, $0, $1) } }
  }

  /// Returns whether a process holds a name: connecting to such a socket succeeds at once.
  private static func isHeld(_ name: String) -> Bool {
    guard
      let probe = try? socket({ descriptor in Self.address(name) { connect(descriptor, $0, $1) } })
    else { return false }
    try? probe.close()
    return true
  }

  /// Creates a socket and passes it to a system call.
  private static func socket(_ make: (Int32) -> Int32) throws(Errno) -> FileDescriptor {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    guard make(descriptor) == 0 else {
      let error = Errno(rawValue: errno)
      _ = Glibc.close(descriptor)
      throw error
    }
    return FileDescriptor(rawValue: descriptor)
  }

  private static func address(
    _ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let size = withUnsafeMutableBytes(of: &address.sun_path) { path in
      // A leading zero marks a name that is not a file.
      path[0] = 0
      for (index, byte) in name.utf8.prefix(path.count - 1).enumerated() { path[index + 1] = byte }
      return MemoryLayout<sa_family_t>.size + 1 + min(name.utf8.count, path.count - 1)
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }
}
