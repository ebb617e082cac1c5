import Foundation
import Glibc
import ProcFS
import Recording
import SystemPackage

/// Reads what is known of this machine.
enum Machine {
  /// The machine as it is now.
  /// - Throws: `ProcFSError` where /proc is not there.
  static func environment() throws -> Environment {
    var names = utsname()
    uname(&names)
    let memory = try ProcRoot().file("meminfo", capacity: 256).read {
      text throws(ProcFSError) in try SystemMemory(text)
    }
    var load = [0.0]
    getloadavg(&load, 1)
    return Environment(
      kernel: "\(text(&names.sysname)) \(text(&names.release))",
      system: value(of: "PRETTY_NAME=", in: "/etc/os-release") ?? "unknown system",
      architecture: text(&names.machine),
      processor: value(of: "model name", in: "/proc/cpuinfo") ?? "unknown processor",
      processors: ProcessInfo.processInfo.activeProcessorCount,
      memory: memory.totalKilobytes * 1024, load: load[0])
  }

  private static func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// What follows a key at the start of a line, without quotes, colons and blanks around it.
  private static func value(of key: String, in file: String) -> String? {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix(key) }?.dropFirst(key.count)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\": \t"))
  }
}
