import Diagnosing
import DriverProtocol
import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage

/// Whatever a file of /proc holds, each of its readers gives values or an error.
func readProcText(_ input: [UInt8]) -> Bool {
  var isTaken = false
  func attempt<Content>(_ parse: (ProcText) throws(SamplingError) -> Content) -> Content? {
    input.withUnsafeBytes { bytes in
      do throws(SamplingError) {
        let content = try parse(ProcText(bytes: bytes, path: "/proc/x"))
        isTaken = true
        return content
      } catch {
        require(!error.description.isEmpty, "refused without words")
        return nil
      }
    }
  }
  // Nothing is wrong with no lines: what takes them is left out.
  let mounts = attempt(Mount.all) ?? []
  isTaken = isTaken && !mounts.isEmpty
  let groups = attempt { text throws(SamplingError) in try ControlGroups(text, mounts: mounts) }
  if let groups {
    for controller in ["memory", "cpu", "cpuacct"] { _ = groups.group(of: controller) }
  }
  // So it is of mappings.
  let wasTaken = isTaken
  _ = attempt { text throws(SamplingError) in MemoryMap(text) }
  isTaken = wasTaken
  _ = attempt(MappedFiles.init)
  _ = attempt(ProcText.children)
  _ = attempt(ProcText.lastPID)
  _ = attempt(ThreadSwitches.init)
  _ = attempt(ThreadTime.init)
  _ = attempt(ThreadSystemCall.init)?.readDescriptor
  _ = attempt(ProcText.threadGroup)
  _ = attempt(ProcessMemory.init)
  _ = attempt(ProcessStatus.init)
  _ = attempt(IgnoredSignals.init)?.contains(SIGCHLD)
  _ = attempt(ProcessStorage.init)
  _ = attempt(ProcText.processName)
  _ = attempt(ProcessStat.init)?.isZombie
  _ = attempt(ProcessorList.init(allowedIn:))
  _ = attempt(ProcText.stallTime)
  _ = attempt(ProcText.swappedPages)
  _ = attempt(ProcText.listeningPorts)
  _ = attempt(SystemTime.init)
  _ = attempt(SystemMemory.init)
  _ = attempt(ProcText.onlineProcessors)
  _ = attempt(ProcText.load)
  _ = attempt(ProcText.pressure)
  _ = attempt(SwapSpace.init)
  return isTaken
}

/// The files of a machine. An input has sections, each begun by a line such as `== /proc/stat`; PID
/// in a path is this process. `=> /proc/PID/stat` begins what the file holds a step later.
final class MachineTarget: @unchecked Sendable {
  static let shared = MachineTarget()

  private static let process = [
    "stat", "statm", "status", "io", "clear_refs", "cgroup", "schedstat",
  ]
  private static let files: Set<String> = Set(
    [
      "/proc/stat", "/proc/meminfo", "/proc/loadavg", "/proc/cpuinfo", "/proc/vmstat",
      "/proc/pressure/cpu", "/proc/pressure/memory", "/proc/pressure/io", "/proc/self/status",
      "/proc/self/cgroup", "/proc/self/mountinfo", "/proc/self/personality",
      "/proc/sys/kernel/randomize_va_space", "/proc/sys/kernel/perf_event_paranoid",
      "/sys/kernel/mm/transparent_hugepage/enabled", "/etc/os-release",
      "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor",
      "/sys/devices/system/cpu/cpufreq/boost", "/sys/devices/system/cpu/smt/active",
      "/sys/devices/system/clocksource/clocksource0/current_clocksource",
      "/sys/class/power_supply/BAT0/type", "/sys/class/power_supply/BAT0/status",
      "/sys/class/dmi/id/sys_vendor", "/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/memory.max",
      "/sys/fs/cgroup/cgroup.subtree_control", "/proc/PID/task/PID/children",
      "/proc/PID/task/PID/status", "/proc/1/stat", "/proc/1/status",
    ] + process.map { "/proc/PID/\($0)" })

  private let root: FilePath
  private var written: Set<String> = []

  private init() {
    // In memory where that can be had: an input is some thirty files.
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    root = FilePath("\(parent)/rehearse-fuzz-machine-\(getpid())")
    atexit { try? FileManager.default.removeItem(atPath: MachineTarget.shared.root.string) }
  }

  func read(_ input: [UInt8]) -> Bool {
    let (first, then) = Self.sections(of: input)
    for path in written { unlink(place(of: path).string) }
    written = []
    for (path, bytes) in first { write(bytes, to: path) }
    let isKnown = diagnose()
    return sample(then) && isKnown
  }

  private func diagnose() -> Bool {
    let watch = MachineWatch(root: root)
    guard let environment = try? watch.environment() else { return false }
    let diagnosis = Diagnosis(environment)
    _ = (diagnosis.problems, diagnosis.inOrder, diagnosis.unknown, diagnosis.found)
    return true
  }

  private func sample(_ changes: [(String, ArraySlice<UInt8>)]) -> Bool {
    let proc = ProcRoot(root.appending("proc"))
    _ = try? AttachTarget(pid: 1, root: proc)
    let probe = InterferenceProbe(root: proc)
    let start = probe.read()
    defer { _ = probe.interference(from: start, to: probe.read(), run: 1) }
    do throws(SamplingError) {
      let probe = try TreeProbe(pid: getpid(), epoch: 0, root: proc)
      defer { probe.close() }
      let before = try probe.begin()
      for (path, bytes) in changes { write(bytes, to: path) }
      _ = try probe.cost(since: before)
      _ = try probe.tree.detailed()
      return true
    } catch {
      require(!error.description.isEmpty, "refused without words")
      return false
    }
  }

  private func place(of path: String) -> FilePath {
    root.appending(FilePath(path.replacing("PID", with: "\(getpid())")).components)
  }

  /// In place, since a reader may hold the file open.
  private func write(_ bytes: ArraySlice<UInt8>, to path: String) {
    let place = place(of: path)
    if written.insert(path).inserted {
      try? FileManager.default.createDirectory(
        atPath: place.removingLastComponent().string, withIntermediateDirectories: true)
    }
    let file = open(place.string, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    require(file >= 0, "\(place) can't be written: \(errno)")
    let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    require(count == bytes.count, "\(place) can't be written: \(errno)")
    close(file)
  }

  private typealias Section = (path: String, bytes: ArraySlice<UInt8>)

  private static func sections(of input: [UInt8]) -> ([Section], [Section]) {
    var (first, then): ([Section], [Section]) = ([], [])
    var open: (path: String, isLater: Bool, start: Int)?
    func close(_ end: Int) {
      guard let open else { return }
      let section = (open.path, input[min(open.start, end)..<end])
      if open.isLater { then.append(section) } else { first.append(section) }
    }
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isLater = line.starts(with: "=> ".utf8)
      guard isLater || line.starts(with: "== ".utf8) else { continue }
      close(line.startIndex)
      let path = String(decoding: line.dropFirst(3), as: UTF8.self)
      open =
        files.contains(path) ? (path, isLater, min(line.endIndex + 1, input.count)) : nil
    }
    close(input.count)
    return (first, then)
  }
}
