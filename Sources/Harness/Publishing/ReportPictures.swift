/// Pictures of a report that belong together, with the heading they stand under.
struct ReportPictures {
  /// What a group of pictures shows.
  enum Kind: String, CaseIterable {
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

  let kind: Kind
  let pictures: [ReportPicture]

  init(_ kind: Kind, _ pictures: [ReportPicture]) {
    self.kind = kind
    self.pictures = pictures
  }

  var title: String { kind.title }
}
