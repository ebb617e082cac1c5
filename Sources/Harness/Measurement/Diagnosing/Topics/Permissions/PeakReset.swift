import Recording
import Sampling
import SystemPackage

/// Checks whether the kernel can reset peak memory at each step.
enum PeakReset: Topic {
  static let name = "Peaks of steps"

  private static let file = "/proc/self/clear_refs"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.peakReset = .known(attempt(machine.files.path(file)))
  }

  /// Resets this process's own peak, which nobody reads.
  private static func attempt(_ path: FilePath) -> Probe {
    do {
      let file = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
      _ = try file.closeAfter { try file.writeAll("5".utf8) }
      return .works
    } catch {
      return .refused(reason: "\(path) can't be written: \(error as? Errno ?? .ioError)")
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.peakReset) { probe in
      guard case .refused(let reason) = probe else { return inOrder("supported") }
      return problem(
        .disturbs, reason,
        effect: "A step's peak memory is that of the whole process so far: only the greatest step "
          + "shows.",
        remedy: .none(
          reason:
            "It needs Linux 4.0 or newer with CONFIG_PROC_PAGE_MONITOR, and a /proc that can be written."
        ))
    }
  }
}
