import Costs
import SystemPackage

/// A setting that the launcher makes in the new process before it executes the command, so that it
/// holds for the whole command and all that it starts.
enum LaunchSetting: Equatable {
  /// It joins the control group that this file is of: one of `ControlGroup.joiningFiles`.
  case group(FilePath)
  /// The launcher itself joins, before it starts anything: what it starts is born there, and no
  /// run pays for joining.
  case ownGroup(FilePath)
  /// The memory of the control group of this folder is reported, where the kernel keeps a peak
  /// of it; a refusal is not reported.
  case cgroupMemory(FilePath)
  /// It runs on this CPU alone.
  case cpu(Int)
  /// The scheduler gives it the CPU for so long at a time; refused before Linux 6.12.
  case slice(Duration)
  /// Its address space is not randomised, so that its memory repeats to the kilobyte.
  case fixedAddresses
  /// This event is counted; what is refused is reported with the usage, and never as a refusal.
  case count(ProcessorEvent)

  /// The name of a setting that the system may refuse, in the launcher's words.
  enum Name: String {
    case group
    case ownGroup = "own-group"
    case cpu
    case slice
    case fixedAddresses = "fixed-addresses"
  }

  /// Its name; nil where the launcher never reports that it was refused.
  var name: Name? {
    switch self {
    case .group: .group
    case .ownGroup: .ownGroup
    case .cpu: .cpu
    case .slice: .slice
    case .fixedAddresses: .fixedAddresses
    case .cgroupMemory, .count: nil
    }
  }

  /// The launcher's argument.
  var word: String {
    switch self {
    case .group(let file): "\(Name.group.rawValue)=\(file)"
    case .ownGroup(let file): "\(Name.ownGroup.rawValue)=\(file)"
    case .cgroupMemory(let folder): "cgroup-memory=\(folder)"
    case .cpu(let number): "\(Name.cpu.rawValue)=\(number)"
    case .slice(let length): "\(Name.slice.rawValue)=\(length.nanoseconds)"
    case .fixedAddresses: Name.fixedAddresses.rawValue
    case .count(let event): "count=\(event.type):\(event.number)"
    }
  }
}
