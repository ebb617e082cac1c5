import ArgumentParser
import Exporting

/// What `export` writes: Rehearse's own JSON, or a format of others.
enum ExportedFormat: ExpressibleByArgument {
  case json
  case foreign(ExportFormat)

  static var allValueStrings: [String] { ExportFormat.allCases.map(\.rawValue) + ["json"] }

  init?(argument: String) {
    if argument == "json" {
      self = .json
    } else if let format = ExportFormat(rawValue: argument) {
      self = .foreign(format)
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .json: "json"
    case .foreign(let format): format.rawValue
    }
  }

  var defaultValueDescription: String { rawValue }

  var holdsSeveral: Bool {
    if case .foreign(let format) = self { format.holdsSeveral } else { false }
  }

  /// Whether it tells verdicts or a document that parts of an experiment do not have.
  var tellsOfAll: Bool {
    switch self {
    case .json, .foreign(.junit), .foreign(.githubSummary), .foreign(.githubAnnotations): true
    case .foreign: false
    }
  }
}
