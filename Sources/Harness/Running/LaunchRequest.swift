/// What a launcher is asked for.
enum LaunchRequest: String {
  /// Start the command, leave the streams to it, and end when it has ended.
  case once
  /// Start the command; when it has ended, end what it left behind and wait for the next request.
  case again
  /// As `again`, but what it left behind is waited for.
  case whole

  /// The line that says so.
  var line: some Sequence<UInt8> { Array("\(rawValue)\n".utf8) }
}
