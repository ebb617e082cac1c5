import Foundation
import Recording
import SystemPackage
import TestSupport

@testable import Diagnosing

/// A folder that stands for the root of a machine's files. As made, it is a quiet machine of eight
/// CPUs on which nothing disturbs.
final class FakeMachine {
  private let folder: ScratchFolder
  /// What each probe gives: 0, or an errno.
  var fixedAddresses: Int32 = 0
  var timeSlices: Int32 = 0
  var realTimeClass: Int32 = 0
  var hardwareCounters: Int32 = 0

  init() throws {
    folder = try ScratchFolder()
    for (path, text) in Self.quiet { try set(path, text) }
  }

  /// Writes a file of the machine.
  func set(_ path: String, _ text: String) throws {
    try folder.add(String(path.dropFirst()), text)
  }

  /// Takes a file or a folder away.
  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: folder[String(path.dropFirst())].string)
  }

  /// Where a file of the machine really is.
  func path(_ path: String) -> String { folder[String(path.dropFirst())].string }

  /// All folders and files below one of the machine's folders.
  func everything(in path: String) -> [String] {
    FileManager.default.enumerator(atPath: self.path(path))?.compactMap { $0 as? String }.sorted()
      ?? []
  }

  func watch() -> MachineWatch {
    let (fixedAddresses, timeSlices, realTimeClass, hardwareCounters) =
      (fixedAddresses, timeSlices, realTimeClass, hardwareCounters)
    return MachineWatch(
      root: folder.path,
      probes: KernelProbes(
        fixedAddresses: { fixedAddresses }, timeSlices: { timeSlices },
        realTimeClass: { realTimeClass }, hardwareCounters: { hardwareCounters }))
  }

  /// The machine, a second of eight CPUs after the watch began.
  func environment() throws -> Environment {
    let watch = watch()
    try set("/proc/stat", Self.stat(total: 1800, stolen: stolenTicks))
    return try watch.environment()
  }

  /// What `environment()` says was stolen, of 800 ticks.
  var stolenTicks = 0

  /// What is observed of one topic, with the root's path taken out of reasons.
  func observations(of topic: any Topic.Type) throws -> [Observation] {
    let environment = try environment()
    let facts = environment.facts ?? MachineFacts()
    return topic.observations(of: facts, on: environment).map { observation in
      if case .unknown(let name, let reason) = observation {
        return .unknown(name: name, reason: reason.replacing(folder.path.string, with: ""))
      }
      return observation
    }
  }

  /// The first lines of /proc/stat on eight CPUs.
  static func stat(total: Int, stolen: Int) -> String {
    "cpu  \(total - stolen) 0 0 0 0 0 0 \(stolen) 0 0\n"
      + (0..<8).map { "cpu\($0) 1 0 0 0 0 0 0 0 0 0\n" }.joined() + "intr 1\n"
  }

  /// What a process shows of itself, whose name has a blank and a parenthesis.
  static func stat(nice: Int, policy: Int) -> String {
    let before = Array(repeating: "1", count: 15).joined(separator: " ")
    let between = Array(repeating: "1", count: 21).joined(separator: " ")
    return "1 (a) b) S \(before) \(nice) \(between) \(policy) 0 0 0 0\n"
  }

  private static let cpu = "/sys/devices/system/cpu"
  private static let groups = "/sys/fs/cgroup"
  private static let quiet = [
    "/proc/stat": stat(total: 1000, stolen: 0),
    "/proc/meminfo": """
    MemTotal:       32000000 kB
    MemAvailable:   20000000 kB
    SwapTotal:             0 kB
    SwapFree:              0 kB

    """,
    "/proc/loadavg": "0.25 0.80 1.06 4/109 23210\n",
    "/proc/cpuinfo": "processor\t: 0\nmodel name\t: A Processor\nflags\t\t: fpu vme sse2\n",
    "/proc/pressure/cpu": "some avg10=0.50 avg60=9.00 avg300=9.00 total=1\n",
    "/proc/pressure/memory": "some avg10=0.00 avg60=9.00 avg300=9.00 total=1\n",
    "/proc/pressure/io": "some avg10=5.00 avg60=9.00 avg300=9.00 total=1\n",
    "/proc/self/status": "Name:\ta\nCpus_allowed_list:\t0-7\n",
    "/proc/self/stat": stat(nice: 0, policy: 0),
    "/proc/self/cgroup": "0::/user.slice/session\n",
    "/proc/self/mountinfo": """
    22 27 0:21 / /proc rw,relatime - proc proc rw
    31 23 0:28 / \(groups) rw,nosuid - cgroup2 cgroup2 rw

    """,
    "/proc/self/clear_refs": "",
    "/proc/self/personality": "00000000\n",
    "/proc/sys/kernel/randomize_va_space": "0\n",
    "/proc/sys/kernel/perf_event_paranoid": "2\n",
    "/proc/sys/net/ipv4/ip_local_port_range": "32768\t60999\n",
    "/proc/sys/net/core/somaxconn": "4096\n",
    "/sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
    "/etc/os-release": "NAME=Fake\nPRETTY_NAME=\"A System 12 (fake)\"\n",
    "\(cpu)/cpufreq/policy0/scaling_governor": "performance\n",
    "\(cpu)/cpufreq/policy0/scaling_driver": "acpi-cpufreq\n",
    "\(cpu)/cpufreq/policy4/scaling_governor": "performance\n",
    "\(cpu)/cpufreq/boost": "0\n",
    "\(cpu)/smt/active": "0\n",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
    "/sys/class/power_supply/AC/type": "Mains\n",
    "/sys/class/dmi/id/sys_vendor": "LENOVO\n",
    "\(groups)/user.slice/cpu.max": "max 100000\n",
    "\(groups)/user.slice/memory.max": "max\n",
    "\(groups)/user.slice/session/cpu.max": "max 100000\n",
    "\(groups)/user.slice/session/memory.max": "max\n",
    "\(groups)/user.slice/session/cgroup.subtree_control": "memory pids\n",
  ]
}

/// The only problem among observations.
func problem(_ observations: [Observation]) -> Problem? {
  guard observations.count == 1, case .problem(let problem) = observations[0] else {
    return nil
  }
  return problem
}
