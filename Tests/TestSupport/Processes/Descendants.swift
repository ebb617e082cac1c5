import Foundation

/// All processes that a process has started, and those that these have.
public func descendants(of pid: Int32) throws -> [Int32] {
  let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
  let children = tasks.flatMap { task in
    // A thread may be gone by now.
    ((try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/children", encoding: .utf8)) ?? "")
      .split(separator: " ").compactMap { Int32($0) }
  }
  return try children + children.flatMap { try descendants(of: $0) }
}
