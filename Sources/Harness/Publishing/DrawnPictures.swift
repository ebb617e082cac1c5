import Charting
import Foundation

/// A report's pictures as files.
struct DrawnPictures {
  /// Their names, in their folder, and their bytes, in the order of the pictures.
  let files: [(name: String, bytes: [UInt8])]

  /// Draws as many at once as there are CPUs: each takes a gnuplot of its own, most of whose time
  /// goes into starting.
  /// - Throws: what gnuplot has to say of the first picture that fails.
  init(
    _ pictures: [ReportPicture], as formats: [ChartFormat], by renderer: ChartRenderer
  ) async throws {
    let orders = pictures.flatMap { picture in formats.map { (picture, $0) } }
    var drawn = [[UInt8]](repeating: [], count: orders.count)
    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      func add(_ index: Int) {
        let (picture, format) = orders[index]
        group.addTask {
          (index, try await renderer.draw(picture.chart, as: format, size: picture.size))
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
    files = zip(orders, drawn).map { order, bytes in
      ("\(order.0.name).\(order.1.fileExtension)", bytes)
    }
  }
}
