@testable import Charts

extension Chart {
  /// The lines of its script as SVG.
  func scriptLines() throws -> [Substring] {
    try script(as: .svg, size: size()).text().split(separator: "\n")
  }

  /// The rows of one of its blocks of data; empty where there is no such block.
  func block(_ name: String) throws -> [[Double]] {
    let lines = try scriptLines()
    guard let begin = lines.firstIndex(of: "$\(name) << e") else { return [] }
    return lines[(begin + 1)...].prefix { $0 != "e" }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
  }
}
