import ProcFS
import Recording

/// What topics read from.
struct MachineReading: Sendable {
  let files: MachineFiles
  let trials: KernelTrials
  /// What has to be read before Rehearse makes work itself.
  let before: QuietReading
  /// What is mounted where.
  let mounts: Result<[Mount], ProcFSError>
  /// Of this process: the hierarchies in which its use is counted and limited.
  let controlGroups: Result<ControlGroups, ProcFSError>

  init(_ files: MachineFiles, trials: KernelTrials) {
    self.files = files
    self.trials = trials
    before = QuietReading(files)
    let mounts = Result { () throws(ProcFSError) in
      try files.read("/proc/self/mountinfo", Mount.all)
    }
    self.mounts = mounts
    controlGroups = Result { () throws(ProcFSError) in
      let mounts = try mounts.get()
      return try files.read("/proc/self/cgroup") { text throws(ProcFSError) in
        try ControlGroups(text, mounts: mounts)
      }
    }
  }
}
