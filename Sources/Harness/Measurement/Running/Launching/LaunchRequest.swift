import SystemPackage

enum LaunchRequest {
  /// Start the command, leave the streams to it, and end when it has ended.
  case once
  /// Start the command this many times in a batch, ending what each run leaves behind; fewer times
  /// if the batch would take long, but at least once. Then wait for the next request.
  case again(Int)
  /// As `again`, but wait for what each run leaves behind.
  case whole(Int)

  var line: some Sequence<UInt8> {
    switch self {
    case .once: "once\n".utf8
    case .again(let count): "again \(count)\n".utf8
    case .whole(let count): "whole \(count)\n".utf8
    }
  }
}

struct RefusedSetting: Equatable {
  let name: LaunchSetting.Name
  let errno: Errno
}
