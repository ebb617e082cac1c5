import ArgumentParser

/// How the program ends; the worst outcome wins.
enum ExitStatus: Int32, Comparable, Encodable {
  /// All went well.
  case passed = 0
  /// The tool failed, or its input can't be used.
  case toolFailed = 1
  /// A run crashed, hung, or led to a wrong outcome.
  case appFailed = 3
  /// The user asked to stop.
  case interrupted = 130

  /// The word that stands for it in JSON.
  var word: String {
    switch self {
    case .passed: "passed"
    case .toolFailed: "tool-failed"
    case .appFailed: "app-failed"
    case .interrupted: "interrupted"
    }
  }

  static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }

  /// Ends the program with this status, unless all went well.
  func exit() throws {
    if self != .passed { throw ExitCode(rawValue) }
  }
}
