import FoundationEssentials

/// Where and how the kernel runs this process: as in `1`, and in ns; empty where it does not tell.
enum Placement {
  static var cpus: String { value(of: "Cpus_allowed_list:", in: "/proc/self/status") }
  static var slice: String { value(of: "se.slice", in: "/proc/self/sched") }

  private static func value(of key: String, in file: String) -> String {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) })
    else { return "" }
    return line.split(whereSeparator: { " \t".contains($0) }).last.map(String.init) ?? ""
  }
}
