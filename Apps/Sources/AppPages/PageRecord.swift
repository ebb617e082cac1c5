/// What an export is made of, page by page in the order in which it is drawn: texts and shapes with their places.
///
/// It tells two exports apart on any machine. Their bytes can't: those of letters differ with the fonts
/// that are installed.
public final class PageRecord {
  /// Something on a page.
  package enum Mark: Hashable, Sendable {
    /// A text, the box that it is set in, and its look.
    case text(String, in: Box, Lettering)
    /// A line or an area: the box around it, and its colour.
    case shape(around: Box, Ink, isFilled: Bool)
  }

  /// The pages that are finished.
  package private(set) var pages: [[Mark]] = []
  private var page: [Mark] = []

  /// An empty record, for one export.
  public init() {}

  func add(_ mark: Mark) { page.append(mark) }

  func endPage() {
    pages.append(page)
    page = []
  }
}
