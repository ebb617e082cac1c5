import DriverProtocol
import SystemPackage

/// A setting that the launcher makes in the new process before it executes the command, so that it
/// holds for the whole command and all that it starts.
enum LaunchSetting: Equatable {
  /// The process joins the control group of this file, one of `ControlGroup.joiningFiles`.
  case group(FilePath)
  /// The launcher itself joins before it starts anything. Its children are born there, and no run
  /// pays for joining.
  case ownGroup(FilePath)
  /// The memory of this folder's control group is reported, if the kernel keeps its peak; a refusal
  /// is not reported.
  case cgroupMemory(FilePath)
  /// The process runs on this CPU alone.
  case cpu(Int)
  /// The scheduler gives it time slices of this length; refused before Linux 6.12.
  case slice(Duration)
  /// It runs in the kernel's real-time class, at this priority.
  case realTime(Int)
  /// Its address space is not randomised, so that its memory repeats to the kilobyte.
  case fixedAddresses
  /// This event is counted; a refusal is reported with the usage, not as a refused setting.
  case count(ProcessorEvent)

  /// The name of a setting that the system may refuse, in the launcher's words.
  enum Name: String {
    case group
    case ownGroup = "own-group"
    case cpu
    case slice
    case realTime = "real-time"
    case fixedAddresses = "fixed-addresses"
  }

  /// Its name; nil if the launcher never reports a refusal of it.
  var name: Name? {
    switch self {
    case .group: .group
    case .ownGroup: .ownGroup
    case .cpu: .cpu
    case .slice: .slice
    case .realTime: .realTime
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
    case .realTime(let priority): "\(Name.realTime.rawValue)=\(priority)"
    case .fixedAddresses: Name.fixedAddresses.rawValue
    case .count(let event): "count=\(event.type):\(event.number)"
    }
  }
}
