import Foundation

/// All processes that a process has started, and their descendants.
public func descendants(of pid: Int32) throws -> [Int32] {
  let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
  let children = tasks.flatMap { task in
    // A thread may have ended meanwhile.
    ((try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/children", encoding: .utf8)) ?? "")
      .split(separator: " ").compactMap { Int32($0) }
  }
  return try children + children.flatMap { try descendants(of: $0) }
}

/// The pids of all processes that have a text among their words, such as the path of a test's folder.
public func processes(naming text: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
    // Others may end meanwhile.
    let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
    return Int32(name) != nil && String(decoding: words, as: UTF8.self).contains(text)
  }
}
