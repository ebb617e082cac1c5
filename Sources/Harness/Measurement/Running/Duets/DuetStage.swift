import DriverProtocol
import Recording
import Sampling
import SystemPackage

/// The CPU that both sides of a duet share. The harness vacates it meanwhile, and the ticker wakes
/// there. Needs no root. Another one beside it has another CPU, for a second duet at the same time.
public final class DuetStage {
  /// How the shared CPU was obtained.
  public let shared: Arrangement.SharedCPU
  let ticker: Ticker
  private let reserved: ReservedCPU
  private let before: CPUAffinity
  /// The CPUs of the harness while a duet is made.
  private let home: CPUAffinity
  private var isOpen = true

  /// How long a side runs before the other's turn; also the interval at which the ticker wakes.
  /// Measured: pairs differ by 0.55 %, compared with 0.88 % in the kernel's own slices of 3 to 4 ms.
  static let slice = Duration.microseconds(500)

  /// Takes a CPU that no other Rehearse measures on (``ReservedCPU``), unless one is given, and starts
  /// the ticker there, which sleeps between duets until ``close()``. The harness also avoids CPUs that others
  /// reserved, if there are enough.
  /// - Throws: ``RunningError/noDuet(_:)`` if that fails, or this process could not move to the other CPUs.
  public init(
    launcher: Launcher, interruption: Interruption, on reserved: ReservedCPU? = nil
  ) throws(RunningError) {
    do throws(Errno) {
      before = try CPUAffinity()
    } catch {
      throw .noDuet(.refused("the CPUs of this process are not known (\(error))"))
    }
    guard before.cpus.count > 1,
      let reserved = reserved ?? ReservedCPU.own ?? ReservedCPU(among: before.cpus)
    else { throw .noDuet(.oneCPU) }
    self.reserved = reserved
    // The CPUs that this process may use can have changed since it was reserved.
    guard let cpu = before.cpus.contains(reserved.cpu) ? reserved.cpu : before.cpus.last else {
      throw .noDuet(.oneCPU)
    }
    let others = before.cpus.filter { $0 != cpu }
    let held = reserved.heldByOthers(among: others)
    home = CPUAffinity(
      cpus: held.count < others.count ? others.filter { !held.contains($0) } : others)
    ticker = try Self.startTicker(on: cpu, launcher, interruption)
    let isSliced = !ticker.refusals.contains { $0.name == .slice }
    shared = Arrangement.SharedCPU(
      cpu: cpu, slice: isSliced ? Self.slice.nanoseconds : nil, tick: Self.slice.nanoseconds,
      crowding: reserved.isShared ? .pair : held.count == others.count ? .harness : nil)
    do throws(Errno) {
      try leavingCPU {}
    } catch {
      close()
      throw .noDuet(.refused("Rehearse could not leave a CPU to the pair (\(error))"))
    }
  }

  /// Takes a second CPU (`ReservedCPU.second(among:)`).
  convenience init(
    beside other: DuetStage, launcher: Launcher, interruption: Interruption
  ) throws(RunningError) {
    guard let second = other.reserved.second(among: other.before.cpus) else {
      throw .noDuet(.oneCPU)
    }
    try self.init(launcher: launcher, interruption: interruption, on: second)
  }

  private static func startTicker(
    on cpu: Int, _ launcher: Launcher, _ interruption: Interruption
  ) throws(RunningError) -> Ticker {
    let ticker: Ticker
    do throws(RunFailure) {
      ticker = try Ticker(
        beside: launcher, interval: slice, settings: settings(cpu: cpu),
        interruption: interruption)
    } catch {
      throw .noDuet(.refused("the ticker did not start (\(error.message))"))
    }
    guard let refusal = ticker.refusals.first(where: { $0.name == .cpu }) else { return ticker }
    ticker.close()
    throw .noDuet(.refused("no process may be kept on one CPU (\(refusal.errno))"))
  }

  deinit { close() }

  /// Ends the ticker.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    ticker.close()
  }

  /// The shared CPU with what else happens there now: another Rehearse may have come.
  var sharedNow: Arrangement.SharedCPU {
    var now = shared
    if reserved.isCrowded { now.crowding = .pair }
    return now
  }

  /// Keeps all threads of this process on the other CPUs only during `body`: a solo run is to have
  /// all CPUs, and new processes inherit this process's CPUs.
  func leavingCPU<Result>(_ body: () -> Result) throws(Errno) -> Result {
    try keeping(to: home, body)
  }

  /// The same for the CPU of another stage, too. If no CPU is left then, this process works on both.
  func leavingCPU<Result>(and other: DuetStage, _ body: () -> Result) throws(Errno) -> Result {
    let left = home.cpus.filter { $0 != other.shared.cpu }
    return try keeping(to: left.isEmpty ? before : CPUAffinity(cpus: left), body)
  }

  private func keeping<Result>(to cpus: CPUAffinity, _ body: () -> Result) throws(Errno) -> Result {
    // Undone even after a partial failure. The former CPUs are still allowed, unless they were
    // taken away meanwhile.
    defer { try? before.setForThisProcess() }
    try cpus.setForThisProcess()
    return body()
  }

  /// Returns whether no other Rehearse has taken the CPU of another stage for its own pairs, as it may.
  func leavesFree(_ other: DuetStage) -> Bool { reserved.leavesFree(other.shared.cpu) }

  /// CPU time of the ticker so far, ns, exact; nil if it has ended.
  var tickerTime: Int64? { ticker.clock?.nanoseconds }

  var settings: [LaunchSetting] { Self.settings(cpu: shared.cpu) }

  private static func settings(cpu: Int) -> [LaunchSetting] { [.cpu(cpu), .slice(slice)] }
}
