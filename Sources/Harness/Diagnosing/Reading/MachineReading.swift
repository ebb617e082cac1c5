import ProcFS
import Recording

/// What topics read from.
struct MachineReading: Sendable {
  let files: MachineFiles
  let trials: KernelTrials
  /// What has to be read before Rehearse makes work itself.
  let before: QuietReading

  /// Of this process: the hierarchies in which its use is counted and limited.
  func controlGroups() throws(ProcFSError) -> ControlGroups {
    let mounts = try files.read("/proc/self/mountinfo", Mount.all)
    return try files.read("/proc/self/cgroup") { text throws(ProcFSError) in
      try ControlGroups(text, mounts: mounts)
    }
  }
}
