import Charts
import Foundation

/// Pictures of a report that belong together, with their heading.
struct ReportPictures {
  enum Subject: String, CaseIterable {
    /// Builds compared with each other.
    case changes
    /// Means, story by story.
    case stories
    case runs
    case layouts
    /// CPU against memory.
    case scatter
    /// One run of each story over time, and step by step.
    case typicalRuns = "typical-runs"

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
}

/// A picture of a report, and its file name without extension.
struct ReportPicture: Sendable {
  let name: String
  /// The only story that it shows; nil for a picture of several.
  let story: String?
  let chart: any Chart
  let size: ChartSize

  /// - Throws: `ChartError.sizeOutOfRange` if the picture can't hold that much.
  init(_ name: String, _ chart: any Chart, story: String? = nil) throws(ChartError) {
    self.name = name
    self.story = story
    self.chart = chart
    size = try chart.size()
  }
}

struct DrawnPictures {
  /// The pictures in files of their own: their names and bytes, in order.
  let files: [(name: String, bytes: [UInt8])]
  /// The pictures within a page: their elements, by the pictures' names.
  let inline: [String: String]

  /// Draws one picture per CPU at a time: each uses its own gnuplot, most of whose time goes into starting.
  /// - Throws: gnuplot's error for the first picture that fails; `CancellationError`.
  init(
    _ pictures: [ReportPicture], as formats: [ChartFormat], by renderer: ChartRenderer
  ) async throws {
    let orders = pictures.flatMap { picture in formats.map { (picture, $0) } }
    let drawn = try await concurrently(orders.count) { index in
      let (picture, format) = orders[index]
      return try await renderer.draw(picture.chart, as: format, size: picture.size)
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
