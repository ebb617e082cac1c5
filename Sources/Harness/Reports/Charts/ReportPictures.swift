import Charts
import Foundation

/// Pictures of a report that belong together, with the heading they stand under.
struct ReportPictures {
  /// The subject of a group of pictures.
  enum Subject: String, CaseIterable {
    /// Builds against each other.
    case changes
    /// Means, story by story.
    case stories
    /// Every single run.
    case runs
    /// Layouts of the code.
    case layouts
    /// CPU against memory.
    case scatter
    /// One run of each story over time, and step by step.
    case typicalRuns = "typical-runs"

    /// The heading.
    var title: String {
      switch self {
      case .changes: "What changed"
      case .stories: "By story"
      case .runs: "Every run"
      case .layouts: "Layout of the code"
      case .scatter: "CPU against memory"
      case .typicalRuns: "One run of each story"
      }
    }
  }

  let kind: Subject
  let pictures: [ReportPicture]

  init(_ kind: Subject, _ pictures: [ReportPicture]) {
    self.kind = kind
    self.pictures = pictures
  }

  var title: String { kind.title }
}

/// A picture of a report, and its file name without ending.
struct ReportPicture: Sendable {
  let name: String
  /// The only story that it is about; nil of a picture about several.
  let story: String?
  let chart: any Chart
  let size: ChartSize

  /// - Throws: `ChartDataError.sizeOutOfRange` for more than a picture can hold.
  init(_ name: String, _ chart: any Chart, story: String? = nil) throws(ChartDataError) {
    self.name = name
    self.story = story
    self.chart = chart
    size = try chart.size()
  }
}

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
