import Recording
import Sampling
import SystemPackage

/// Limits of control groups: of a process's group, and of all groups above it.
enum GroupLimit {
  /// The tightest limit of a controller's resource; a known nil if no group sets one. `version1` reads a
  /// folder's limit in a version 1 hierarchy, `version2` in the unified one.
  static func tightest<Value: Comparable & Sendable & Codable>(
    _ controller: String, _ machine: MachineReading,
    version1: (String) throws(SamplingError) -> Value?,
    version2: (String) throws(SamplingError) -> Value?
  ) -> Fact<Value?> {
    do throws(SamplingError) {
      guard let group = try machine.controlGroups.get().group(of: controller) else {
        return .unknown(reason: "no control group of '\(controller)' can be seen from here")
      }
      // Else its missing files would seem to be missing limits.
      guard machine.files.has(group.folder) else {
        return .unknown(
          reason: "the control group \(machine.files.path(group.folder)) is not there")
      }
      var tightest: Value?
      for folder in folders(from: group) {
        do {
          let limit = try group.version == 1 ? version1(folder) : version2(folder)
          tightest = [tightest, limit].compactMap(\.self).min()
        } catch {
          // The topmost group has no limits, so it lacks these files.
          guard case .unreadable(_, .noSuchFileOrDirectory) = error else { throw error }
        }
      }
      return .known(tightest)
    } catch {
      return .unknown(reason: error.description)
    }
  }

  private static func folders(from group: ControlGroups.Group) -> [String] {
    var folders = [group.folder]
    while let folder = folders.last, folder.count > group.top.count,
      let slash = folder.lastIndex(of: "/")
    {
      folders.append(String(folder[..<slash]))
    }
    return folders
  }
}

/// Checks whether control groups limit CPU time, as `docker run --cpus` does.
enum ProcessorQuota: Topic {
  static let name = "CPU quota"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.processorQuota = GroupLimit.tightest(
      "cpu", machine,
      version1: { folder throws(SamplingError) in
        let files = machine.files
        let quota = try files.number(folder + "/cpu.cfs_quota_us")
        let period = try files.number(folder + "/cpu.cfs_period_us")
        return quota > 0 && period > 0 ? Double(quota) / Double(period) : nil
      },
      version2: { folder throws(SamplingError) in
        let path = folder + "/cpu.max"
        let line = try machine.files.line(path)
        let words = line.split(separator: " ")
        guard words.count == 2, let period = Double(words[1]), period > 0,
          let quota = words[0] == "max" ? .infinity : Double(words[0])
        else {
          throw .unexpected(path: machine.files.path(path), text: line, allowed: "quota and period")
        }
        return quota.isFinite ? quota / period : nil
      })
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.processorQuota) { quota in
      guard let quota else { return inOrder("none") }
      return problem(
        // One CPU for the app and one for Rehearse: with less, every run uses up the quota.
        quota < 2 ? .spoils : .disturbs, Quantity.processors(quota),
        effect: "When app and Rehearse together have used up their share, the kernel stops both "
          + "for the rest of a period (100 ms as a rule): wall times jump.",
        remedy: .advice(
          "Lift the limit of the container ('docker update --cpus 0 NAME') or of the service "
            + "('systemctl set-property NAME CPUQuota=')."))
    }
  }
}

/// Checks whether control groups limit memory, as `docker run --memory` does.
enum MemoryLimit: Topic {
  static let name = "Memory limit"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.memoryLimit = GroupLimit.tightest(
      "memory", machine,
      version1: { folder throws(SamplingError) in
        let limit = Int64(try machine.files.number(folder + "/memory.limit_in_bytes"))
        // The greatest number of whole pages means no limit.
        return limit < Int64.max / 2 ? limit : nil
      },
      version2: { folder throws(SamplingError) in
        let path = folder + "/memory.max"
        if try machine.files.line(path) == "max" { return nil }
        return Int64(try machine.files.number(path))
      })
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.memoryLimit) { limit in
      guard let limit, limit < machine.memory else { return inOrder("none") }
      return problem(
        .note, "\(Quantity.bytes(limit)) of \(Quantity.bytes(machine.memory))",
        effect: "Cached files count too. Near the limit the kernel takes pages back: page faults "
          + "and times grow, and at the limit the app is killed.",
        remedy: .advice(
          "Lift the limit of the container ('docker update --memory') or of the service "
            + "('systemctl set-property NAME MemoryMax=infinity')."))
    }
  }
}
