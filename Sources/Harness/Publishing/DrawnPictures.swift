import Charting
import Foundation

/// A report's pictures, drawn.
struct DrawnPictures {
  /// Those that are files of their own: their names and bytes, in the order of the pictures.
  let files: [(name: String, bytes: [UInt8])]
  /// Those that stand in a page: their elements, by the pictures' names.
  let inline: [String: String]

  /// Draws as many at once as there are CPUs: each takes a gnuplot of its own, most of whose time
  /// goes into starting.
  /// - Throws: what gnuplot has to say of the first picture that fails; `CancellationError`.
  init(
    _ pictures: [ReportPicture], as formats: [ChartFormat], by renderer: ChartRenderer
  ) async throws {
    let orders = pictures.flatMap { picture in formats.map { (picture, $0) } }
    var drawn = [[UInt8]](repeating: [], count: orders.count)
    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      func add(_ index: Int) {
        let (picture, format) = orders[index]
        group.addTask {
          try Task.checkCancellation()
          return (index, try await renderer.draw(picture.chart, as: format, size: picture.size))
        }
      }
      var next = min(ProcessInfo.processInfo.activeProcessorCount, orders.count)
      for index in 0..<next { add(index) }
      while let (index, bytes) = try await group.next() {
        drawn[index] = bytes
        if next < orders.count {
          add(next)
          next += 1
        }
      }
    }
    var files: [(name: String, bytes: [UInt8])] = []
    var inline: [String: String] = [:]
    for ((picture, format), bytes) in zip(orders, drawn) {
      if format == .inlineSVG {
        inline[picture.name] = String(decoding: bytes, as: UTF8.self)
      } else {
        files.append(("charts/\(picture.name).\(format.fileExtension)", bytes))
      }
    }
    self.files = files
    self.inline = inline
  }
}
