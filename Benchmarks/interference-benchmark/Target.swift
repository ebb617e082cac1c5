import Foundation
import Glibc
import Sampling

/// A process of `interference-target`, which works in blocks and tells how much it did.
final class Target {
  /// What it does.
  enum Work: String, CaseIterable {
    case compute
    case fault
    case large

    /// What the page calls it.
    var title: String {
      switch self {
      case .compute: "computes"
      case .fault: "takes memory"
      case .large: "holds a gigabyte"
      }
    }
  }

  let kind: Work
  /// What it is in; without the right to make one it is empty.
  let group = ControlGroup()
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts it; the program is beside this one.
  init(_ kind: Work) throws {
    self.kind = kind
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(filePath: own).deletingLastPathComponent()
      .appending(component: "interference-target")
    process.arguments = [kind.rawValue]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try group.add(pid)
    // It is ready when it has answered, with all of its memory taken.
    _ = try work(nanoseconds: 1)
  }

  var pid: Int32 { process.processIdentifier }

  /// Lets it work.
  func work(nanoseconds: Int64) throws -> Block {
    var length = nanoseconds
    guard write(input.fileHandleForWriting.fileDescriptor, &length, 8) == 8 else {
      throw TargetLost(kind: kind)
    }
    var done: [Int64] = [0, 0, 0]
    guard read(output.fileHandleForReading.fileDescriptor, &done, 24) == 24 else {
      throw TargetLost(kind: kind)
    }
    return Block(units: done[0], elapsed: done[1], cpu: done[2])
  }

  /// Lets it end.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    group.remove()
  }
}

/// The target did not take a request, or did not answer it.
struct TargetLost: Error, CustomStringConvertible {
  let kind: Target.Work
  var description: String { "the target '\(kind.rawValue)' has ended" }
}
