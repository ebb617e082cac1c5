import Glibc
import Recording
import Sampling
import SystemPackage

/// Checks whether a control group can be made that counts the memory of several processes together.
enum TreeMemory: Topic {
  static let name = "Memory of process trees"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.memoryGroup = attempt(machine)
  }

  private static func attempt(_ machine: MachineReading) -> Fact<Probe> {
    let files = machine.files
    do {
      guard let group = try machine.controlGroups.get().group(of: "memory") else {
        return .known(.refused(reason: "no control group of 'memory' can be seen from here"))
      }
      // In the unified hierarchy a new group counts only what its parent delegates.
      let handedDown = group.folder + "/cgroup.subtree_control"
      if group.version == 2, !(try files.read(handedDown, words)).contains("memory") {
        return .known(.refused(reason: "\(files.path(handedDown)) does not name 'memory'"))
      }
      let parent = files.path(group.folder)
      let folder = parent.appending("rehearse-doctor-\(getpid())").string
      guard mkdir(folder, 0o755) == 0 else {
        let reason = Errno(rawValue: errno).description
        return .known(.refused(reason: "\(parent) takes no new group: \(reason)"))
      }
      // It was made just now.
      guard rmdir(folder) == 0 else {
        let reason = Errno(rawValue: errno).description
        return .known(.refused(reason: "the empty group \(folder) can't be removed: \(reason)"))
      }
      return .known(.works)
    } catch {
      return .unknown(reason: error.description)
    }
  }

  /// The controllers named in a file, which may be empty.
  private static func words(_ text: ProcText) throws(SamplingError) -> [Substring] {
    text.lines.flatMap { $0.split(separator: " ") }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.memoryGroup) { probe in
      guard case .refused(let reason) = probe else { return inOrder("can be counted") }
      return problem(
        .note, reason,
        effect:
          "If an app starts processes, their joint peak memory is only sampled: what rises and falls "
          + "between two samples is missed.",
        remedy: .advice(
          "Run as root, or as a service that may: 'systemd-run --user --scope -p Delegate=yes "
            + "rehearse run …'."))
    }
  }
}
