import Costs
import SystemPackage

/// A request to a launcher.
enum LaunchRequest {
  /// Start the command, leave the streams to it, and end when it has ended.
  case once
  /// Start the command so many times in a batch; whenever it has ended, end what it left behind. Fewer
  /// times where the batch would last: 1 at least. Then wait for the next request.
  case again(Int)
  /// As `again`, but what it left behind is waited for.
  case whole(Int)

  /// The line that says so.
  var line: some Sequence<UInt8> {
    switch self {
    case .once: "once\n".utf8
    case .again(let count): "again \(count)\n".utf8
    case .whole(let count): "whole \(count)\n".utf8
    }
  }
}

/// A setting that the system refused.
struct RefusedSetting: Equatable {
  let name: LaunchSetting.Name
  let errno: Errno
}
